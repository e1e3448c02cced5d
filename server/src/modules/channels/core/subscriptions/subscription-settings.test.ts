import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser } from "@parlance/testkit";

type Change = { readonly stream_id: number; readonly property: string; readonly value: unknown };

const path = "/users/me/subscriptions/properties";

const changes = (person: TestUser, ...subscription_data: Change[]) => person.post(path, { subscription_data } as never);

async function choices(person: TestUser, channel: number): Promise<Record<string, unknown>> {
  const { subscriptions } = (await person.registerQueue()).state;
  return { ...subscriptions.find(({ stream_id }) => stream_id === channel) };
}

const flags = [
  "pin_to_top",
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

test("a subscriber can change each setting for a channel, and only the user's own clients receive the event", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await othello.createChannel("denmark", [othello, hamlet]);
  for (const property of flags) {
    for (const value of [true, false]) {
      const [own, others] = await watchEvents([hamlet, othello], async () => {
        assert.equal((await changes(hamlet, { stream_id: channel, property, value })).status, 200);
      });
      assert.deepEqual(
        own?.map(({ id: _, ...event }) => event),
        [{ type: "subscription", op: "update", stream_id: channel, property, value }],
      );
      assert.deepEqual(others, []);
      assert.equal((await choices(hamlet, channel))[property], value);
    }
  }
  assert.equal((await choices(othello, channel))["pin_to_top"], false);
});

test("a channel can be muted with the current and the legacy property, and events for both are sent, the legacy one first", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await othello.createChannel("denmark", [othello, hamlet], { send_new_subscription_messages: false });
  // The second message in the channel; the first is the notice about its creation.
  await othello.sendToChannel(channel, { topic: "castle" });
  for (const [property, value, isMuted] of [
    ["is_muted", true, true],
    ["in_home_view", true, false],
    ["in_home_view", false, true],
    ["is_muted", false, false],
    ["is_muted", false, false],
  ] as const) {
    const [events] = await watchEvents([hamlet], () => changes(hamlet, { stream_id: channel, property, value }));
    assert.deepEqual(
      events?.map((event) => ("property" in event ? [event.property, "value" in event && event.value] : event)),
      [
        ["in_home_view", !isMuted],
        ["is_muted", isMuted],
      ],
    );
    const { is_muted, in_home_view } = await choices(hamlet, channel);
    assert.deepEqual({ is_muted, in_home_view }, { is_muted: isMuted, in_home_view: !isMuted });
    assert.equal((await hamlet.registerQueue()).state.unread_msgs?.count, isMuted ? 0 : 2);
  }
});

test("a color must be hexadecimal with three or six digits", async () => {
  const { hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("denmark", [hamlet]);
  const color = (value: unknown) => changes(hamlet, { stream_id: channel, property: "color", value });
  for (const value of ["#c2c2c2", "#C2F", "#00ff00"]) {
    assert.equal((await color(value)).status, 200);
    assert.equal((await choices(hamlet, channel))["color"], value);
  }
  for (const value of ["", "red", "c2c2c2", "#12345", "#1234567", "#gggggg", "#c2c2c2\n", true]) {
    assert.equal((await color(value)).body.msg, "color is not a valid hex color code");
  }
  assert.equal((await choices(hamlet, channel))["color"], "#00ff00");
});

test("the changes of a request are applied in order, and if one is invalid, none is applied", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [denmark, elsinore] = [
    await hamlet.createChannel("denmark", [hamlet]),
    await hamlet.createChannel("elsinore", [hamlet]),
  ];
  const [events] = await watchEvents([hamlet], () =>
    changes(
      hamlet,
      { stream_id: elsinore, property: "pin_to_top", value: true },
      { stream_id: denmark, property: "color", value: "#111111" },
      { stream_id: elsinore, property: "pin_to_top", value: false },
      { stream_id: denmark, property: "color", value: "#222222" },
    ),
  );
  assert.equal(events?.length, 4);
  assert.equal((await choices(hamlet, elsinore))["pin_to_top"], false);
  assert.equal((await choices(hamlet, denmark))["color"], "#222222");

  const foreign = await othello.createChannel("venice", [othello]);
  const [refused] = await watchEvents([hamlet], async () => {
    const good = { stream_id: denmark, property: "color", value: "#333333" };
    for (const bad of [
      { stream_id: foreign, property: "pin_to_top", value: true },
      { stream_id: denmark, property: "pin_to_top", value: "true" },
      { stream_id: denmark, property: "shape", value: true },
    ]) {
      assert.equal((await changes(hamlet, good, bad)).status, 400);
    }
  });
  assert.deepEqual(refused, []);
  assert.equal((await choices(hamlet, denmark))["color"], "#222222");
});

test("invalid changes are rejected, and the error for a channel that the user cannot see is the same as for a nonexistent one", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const denmark = await othello.createChannel("denmark", [othello, hamlet]);
  const open = await othello.createChannel("venice", [othello]);
  const hidden = await othello.createChannel("cyprus", [othello], { invite_only: true });
  const refusal = async (stream_id: unknown, property: unknown = "pin_to_top", value: unknown = true) =>
    (await changes(hamlet, { stream_id, property, value } as Change)).body.msg;
  assert.equal(await refusal(open), `Not subscribed to channel ID ${open}`);
  assert.equal(await refusal(hidden), "Invalid channel ID");
  assert.equal(await refusal(denmark + 1_000_000), "Invalid channel ID");
  assert.equal(await refusal(denmark, "shape"), "Unknown subscription property: shape");
  assert.equal(await refusal(denmark, "constructor"), "Unknown subscription property: constructor");
  assert.equal(await refusal(denmark, "is_muted", "true"), "is_muted is not a boolean");
  assert.equal(await refusal(denmark, "is_muted", "#c2c2c2"), "is_muted is not a boolean");
  assert.equal(await refusal(String(denmark)), 'subscription_data[0]["stream_id"] is not an integer');
  await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  assert.equal(await refusal(denmark), `Not subscribed to channel ID ${denmark}`);
  const { body } = await hamlet.post(path, {} as never);
  assert.equal(body.msg, "Missing 'subscription_data' argument");
  assert.equal((await changes(hamlet)).status, 200);
});

test("a user who subscribes to a channel again has the same settings for it as before", async () => {
  const { hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("denmark", [hamlet]);
  await changes(hamlet, { stream_id: channel, property: "color", value: "#123456" });
  await changes(hamlet, { stream_id: channel, property: "push_notifications", value: true });
  await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  const { color, push_notifications } = await choices(hamlet, channel);
  assert.deepEqual({ color, push_notifications }, { color: "#123456", push_notifications: true });
});
