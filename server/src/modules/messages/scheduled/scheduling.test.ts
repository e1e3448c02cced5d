import assert from "node:assert/strict";
import { test } from "node:test";
import { hours, createTestOrganization, watchEvents, writeRowsDirectly, type TestUser } from "@parlance/testkit";
import { copyScheduled } from "./fixtures/actions/copy-scheduled.ts";
import { secondsFromNow, schedule, scheduledMessagesSeenBy } from "./fixtures/schedule-messages.ts";

const at = secondsFromNow(hours(1));
const scheduleAs = (person: TestUser, parameters: Readonly<Record<string, unknown>>) =>
  person.call("POST", "/scheduled_messages", {
    content: "Words",
    scheduled_delivery_timestamp: at,
    ...parameters,
  });

test("only the sender's clients receive events about scheduled messages", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello]);

  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    await schedule(hamlet, { to: channel, topic: "play", content: "To **be**", at: at + 5 });
    await schedule(hamlet, { to: [othello], content: "Or not", at });
  });

  assert.deepEqual(toOthello, []);
  const scheduled = toHamlet?.flatMap((event) => event["scheduled_messages"] ?? []);
  assert.deepEqual(scheduled, [
    {
      scheduled_message_id: scheduled?.[0]?.scheduled_message_id,
      type: "stream",
      to: channel,
      topic: "play",
      content: "To **be**",
      rendered_content: "<p>To <strong>be</strong></p>",
      scheduled_delivery_timestamp: at + 5,
      failed: false,
    },
    {
      scheduled_message_id: scheduled?.[1]?.scheduled_message_id,
      type: "private",
      to: [othello.id],
      content: "Or not",
      rendered_content: "<p>Or not</p>",
      scheduled_delivery_timestamp: at,
      failed: false,
    },
  ]);
  assert.deepEqual(await scheduledMessagesSeenBy(hamlet), scheduled?.toReversed(), "by delivery time");
  assert.deepEqual(await scheduledMessagesSeenBy(othello), []);
});

test("the sender is listed as a recipient only if there are no others", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await schedule(hamlet, { to: [hamlet] });
  await schedule(hamlet, { to: [cordelia, hamlet, othello] });
  assert.deepEqual(
    (await scheduledMessagesSeenBy(hamlet)).map(({ to }) => to),
    [[hamlet.id], [cordelia.id, othello.id].sort((a, b) => a - b)],
  );
});

test("names of the empty topic are stored as the empty topic", async () => {
  const { hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet]);
  for (const topic of ["(no topic)", "general chat", ""]) await schedule(hamlet, { to: channel, topic });
  assert.deepEqual(new Set((await scheduledMessagesSeenBy(hamlet)).map(({ topic }) => topic)), new Set([""]));
});

test("invalid requests are rejected with an error", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello]);
  const inChannel = { type: "channel", to: channel, topic: "play" };
  const direct = { type: "direct", to: [othello.id] };
  const cases: readonly (readonly [object, string])[] = [
    [
      { ...direct, scheduled_delivery_timestamp: secondsFromNow(-5000) },
      "Scheduled delivery time must be in the future.",
    ],
    [{ ...direct, scheduled_delivery_timestamp: -1e15 }, "Scheduled delivery time must be in the future."],
    [{ ...inChannel, to: [channel] }, "Invalid data type for channel ID"],
    [{ ...inChannel, to: "elsinore" }, "Invalid data type for channel ID"],
    [{ ...inChannel, to: 1.5 }, "Invalid data type for channel ID"],
    [{ ...inChannel, topic: undefined }, "Missing topic"],
    [{ ...inChannel, to: 987_654 }, "Channel with ID '987654' does not exist"],
    [{ ...inChannel, to: 1e15 }, "Channel with ID '1000000000000000' does not exist"],
    [{ ...direct, to: othello.id }, "Invalid data type for recipients"],
    [{ ...direct, to: "othello" }, "Invalid data type for recipients"],
    [{ ...direct, to: [othello.email] }, "Recipient list may only contain user IDs"],
    [{ ...direct, to: [null] }, "Recipient list may only contain user IDs"],
    [{ ...direct, to: [] }, "Message must have recipients"],
    [{ ...direct, to: [987_654] }, "Invalid user ID 987654"],
    [
      { ...direct, to: Array.from({ length: 1001 }, (_, index) => index) },
      "Message has too many recipients (limit: 1000)",
    ],
    [{ ...direct, content: " \n " }, "Message must not be empty"],
    [{ ...direct, content: "a\0b" }, "Message must not contain null bytes"],
    [{ ...inChannel, topic: "a\u0007b" }, "Invalid character in topic, at position 2!"],
    [{ type: "direct" }, "Missing 'to' argument"],
  ];
  for (const [parameters, text] of cases) {
    const { status, msg } = await scheduleAs(hamlet, parameters as never);
    assert.deepEqual([status, msg], [400, text], JSON.stringify(parameters).slice(0, 100));
  }
  const unknown = await scheduleAs(hamlet, { ...inChannel, to: 987_654 });
  assert.deepEqual([unknown.code, unknown["stream_id"]], ["STREAM_DOES_NOT_EXIST", 987_654]);
  const strange = await scheduleAs(hamlet, { ...direct, queue_id: "x" });
  assert.deepEqual(strange["ignored_parameters_unsupported"], ["queue_id"]);
});

test("very large numbers are rejected, and unpaired surrogates cause no server error", async () => {
  const { hamlet, othello } = await createTestOrganization();
  for (const scheduled_delivery_timestamp of [1e300, 2 ** 53, 1e18, 253_402_300_800]) {
    assert.equal(
      (await scheduleAs(hamlet, { type: "direct", to: [othello.id], scheduled_delivery_timestamp })).status,
      400,
    );
  }
  const answer = await scheduleAs(hamlet, { type: "direct", to: [othello.id], content: "\ud800" });
  assert.ok(answer.status < 500);
});

test("a message can be scheduled only if the user may send it now", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet, othello, polonius } = realm;
  const channel = await desdemona.createChannel("privy council", [desdemona], { invite_only: true });
  const general = await desdemona.createChannel("court", [desdemona, hamlet], { topics_policy: "disable_empty_topic" });
  const refused = async (person: TestUser, parameters: object, text: string | RegExp) => {
    const answer = await scheduleAs(person, parameters as never);
    assert.equal(answer.result, "error");
    if (typeof text === "string") assert.equal(answer.msg, text);
    else assert.match(answer.msg, text);
  };
  await refused(hamlet, { type: "channel", to: channel, topic: "x" }, `Channel with ID '${channel}' does not exist`);
  await refused(polonius, { type: "channel", to: general, topic: "x" }, `Channel with ID '${general}' does not exist`);
  await refused(
    hamlet,
    { type: "stream", to: general, topic: "general chat" },
    "Sending messages to the general chat is not allowed in this channel.",
  );
  await desdemona.callOrThrow("DELETE", `/users/${othello.id}`);
  await refused(hamlet, { type: "private", to: [othello.id] }, /is no longer using this service/);
});

test("a user can have at most a thousand undelivered scheduled messages", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const id = await schedule(hamlet, { to: [othello] });
  await writeRowsDirectly(realm, (tx) => copyScheduled(tx, id, 999));
  const { msg } = await scheduleAs(hamlet, { type: "direct", to: [othello.id] });
  assert.equal(msg, "You have too many scheduled messages and reminders. Cancel some of them first.");
  await hamlet.callOrThrow("DELETE", `/scheduled_messages/${id}`);
  await schedule(hamlet, { to: [othello] });
});

test("the texts of a user's undelivered scheduled messages are limited to ten megabytes in total, when they are created and when they are edited", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const big = await schedule(hamlet, { to: [othello], content: "€".repeat(10_000) });
  const small = await schedule(hamlet, { to: [othello] });
  // Each text counts twice, because it is stored as Markdown and as HTML.
  await writeRowsDirectly(realm, (tx) => copyScheduled(tx, big, 165));
  const path = `/scheduled_messages/${small}` as const;
  for (const answer of [
    await hamlet.patch(path, { content: "€".repeat(10_000) }),
    await scheduleAs(hamlet, { type: "direct", to: [othello.id], content: "€".repeat(10_000) }),
  ])
    assert.equal(answer.msg, "You have too many scheduled messages and reminders. Cancel some of them first.");
  assert.equal(
    (await scheduledMessagesSeenBy(hamlet)).find((one) => one.scheduled_message_id === small)?.content,
    "Words",
  );
});

test("canceling a scheduled message removes it from the sender's clients, and other users cannot cancel it", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await schedule(hamlet, { to: [othello] });
  const path = `/scheduled_messages/${id}` as const;
  const foreign = await othello.delete(path);
  assert.deepEqual(
    [foreign.status, foreign.code, foreign.msg],
    [404, "BAD_REQUEST", "Scheduled message does not exist"],
  );

  const [events] = await watchEvents([hamlet], () => hamlet.callOrThrow("DELETE", path));

  assert.deepEqual(
    events?.map(({ op, scheduled_message_id: gone }) => [op, gone]),
    [["remove", id]],
  );
  assert.equal((await hamlet.delete(path)).status, 404);
});
