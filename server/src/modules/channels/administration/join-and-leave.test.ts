import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser, type ReceivedEvent } from "@parlance/testkit";

const path = "/users/me/subscriptions";

const kinds = (events: readonly ReceivedEvent[] = []): string[] =>
  events.filter(({ type }) => type !== "message").map(({ type, op = "" }) => `${type}/${op}`);

async function colors(person: TestUser): Promise<Record<string, string>> {
  const { subscriptions } = await person.get(path);
  return Object.fromEntries(subscriptions.map(({ name, color }) => [name, color]));
}

test("a user can leave some channels and join others in one request, which creates channels that do not exist", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  for (const name of ["denmark", "norway", "france"]) await othello.createChannel(name, [othello, hamlet]);
  await othello.createChannel("england", [othello]);
  const [own, other] = await watchEvents([hamlet, cordelia], async () => {
    const answer = await hamlet.callOrThrow("PATCH", path, {
      add: [
        { name: "England", color: "#123456" },
        { name: "Poland", description: "A little *patch* of ground" },
        { name: "france" },
      ],
      delete: ["DENMARK", "norway", "NORWAY"],
    });
    assert.deepEqual(answer.subscribed, { [hamlet.id]: ["england", "Poland"] });
    assert.deepEqual(answer.already_subscribed, { [hamlet.id]: ["france"] });
    assert.deepEqual([answer.removed, answer.not_removed], [["denmark", "norway"], []]);
    assert.equal(answer.new_subscription_messages_sent, true);
  });
  assert.deepEqual(kinds(own).slice(0, 3), ["stream/create", "subscription/remove", "subscription/add"]);
  assert.deepEqual(kinds(other).slice(0, 2), ["stream/create", "subscription/peer_remove"]);
  const now = await colors(hamlet);
  assert.deepEqual(Object.keys(now), ["Poland", "england", "france"]);
  assert.equal(now["england"], "#123456");
  const again = await hamlet.callOrThrow("PATCH", path, { delete: ["denmark", "france"] });
  assert.deepEqual([again.removed, again.not_removed, again.subscribed], [["france"], ["denmark"], {}]);
});

test("a user who joins a channel again has the earlier color of the channel, unless the request contains a color", async () => {
  const { hamlet } = await createTestOrganization();
  await hamlet.createChannel("denmark");
  await hamlet.callOrThrow("PATCH", path, { add: [{ name: "denmark", color: "#abcdef" }] });
  const first = (await colors(hamlet))["denmark"];
  assert.notEqual(first, "#abcdef", "a user who is already subscribed keeps the color");
  await hamlet.callOrThrow("PATCH", path, { add: [{ name: "denmark" }], delete: ["denmark"] });
  assert.equal((await colors(hamlet))["denmark"], first);
  const [events] = await watchEvents([hamlet], () =>
    hamlet.callOrThrow("PATCH", path, { add: [{ name: " Denmark ", color: "#abcdef" }], delete: ["denmark"] }),
  );
  assert.deepEqual(kinds(events), ["subscription/remove", "subscription/add"]);
  assert.equal((await colors(hamlet))["denmark"], "#abcdef");
});

test("if one of the channels in a request cannot be joined or left, or a parameter is invalid, nothing changes", async () => {
  const { iago, hamlet, polonius } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, polonius]);
  await iago.createChannel("secret", [iago], { invite_only: true });
  const [add, leave] = [{ add: [{ name: "Poland" }] }, { delete: ["denmark"] }];
  const [events] = await watchEvents([hamlet], async () => {
    for (const [parameters, msg] of [
      [{}, 'Nothing to do. Specify at least one of "add" or "delete".'],
      [{ add: [], delete: [] }, 'Nothing to do. Specify at least one of "add" or "delete".'],
      [{ ...add, delete: ["denmark", "atlantis"] }, "Channel(s) (atlantis) do not exist"],
      [{ ...add, delete: ["secret"] }, "Channel(s) (secret) do not exist"],
      [{ ...leave, add: [{ name: "secret" }] }, "Unable to access channel (secret)."],
      [{ ...leave, add: [{ name: " " }] }, "Channel name can't be empty."],
      [{ ...leave, add: [{ name: "Poland", color: "red" }] }, "color is not a valid hex color code"],
      [{ ...leave, add: [{ name: "Poland", shape: 1 }] }, 'Argument "shape" at add[0]["shape"] is unexpected'],
      [{ ...leave, add: [{}] }, 'add[0]["name"] field is missing: Field required'],
    ] as const) {
      const answer = await hamlet.call("PATCH", path, parameters);
      assert.deepEqual([answer.status, answer.msg], [400, msg]);
    }
  });
  assert.deepEqual(events, []);
  assert.equal((await polonius.patch(path, leave)).msg, "Not allowed for guest users");
});

test("after concurrent requests of several users, each user is in the channels of his or her last request", async () => {
  const { hamlet, othello, cordelia, shiva } = await createTestOrganization();
  const people = [hamlet, othello, cordelia, shiva];
  for (const name of ["denmark", "norway"]) await hamlet.createChannel(name, []);
  for (const [here, there] of [
    ["denmark", "norway"],
    ["norway", "denmark"],
    ["denmark", "norway"],
  ] as const) {
    const answers = await Promise.all(
      people.flatMap((person) => [
        person.patch(path, { add: [{ name: here }], delete: [there] }),
        person.patch(path, { add: [{ name: here }], delete: [there] }),
      ]),
    );
    assert.deepEqual([...new Set(answers.map(({ result }) => result))], ["success"]);
    const { streams } = await hamlet.get("/streams");
    const counts = Object.fromEntries(streams.map(({ name, subscriber_count }) => [name, subscriber_count]));
    assert.deepEqual([counts[here], counts[there]], [people.length, 0]);
  }
});
