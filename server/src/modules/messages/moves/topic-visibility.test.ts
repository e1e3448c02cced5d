import assert from "node:assert/strict";
import { test } from "node:test";
import type { VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { newRealm, watching, type TestRealm } from "@parlance/testkit";
import { ALL, followNothing, LATER, moves, ofType, quiet, wants, topicPolicies } from "./fixtures/move-messages.ts";

const [MUTED, UNMUTED, FOLLOWED] = [1, 2, 3] as const;

async function stage(): Promise<TestRealm & { from: number; to: number }> {
  const realm = await newRealm();
  const { hamlet, othello, cordelia, polonius } = realm;
  await followNothing(hamlet, othello, cordelia, polonius);
  const from = await othello.creates("denmark", [othello, hamlet, cordelia, polonius], quiet);
  const to = await othello.creates("norway", [othello, hamlet, cordelia], quiet);
  return { ...realm, from, to };
}

test("a topic that moves as a whole stays muted, unmuted or followed, in whatever channel", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  const a = await othello.writes(from, { topic: "castle" });
  await wants(hamlet, from, "CASTLE", MUTED);
  await wants(cordelia, from, "castle", FOLLOWED);
  await wants(polonius, from, "castle", UNMUTED);
  const people = [hamlet, othello, cordelia, polonius];
  const told = await watching(people, () => moves(othello, a, { topic: "hall", ...ALL }));
  const changes = (index: number) =>
    ofType(told[index], "user_topic").map((one) => [one["stream_id"], one["topic_name"], one["visibility_policy"]]);
  assert.deepEqual(changes(0), [
    [from, "CASTLE", 0],
    [from, "hall", MUTED],
  ]);
  assert.deepEqual(changes(1), []);
  assert.deepEqual(await Promise.all(people.map(topicPolicies)), [
    { [`${from} hall`]: MUTED },
    {},
    { [`${from} hall`]: FOLLOWED },
    { [`${from} hall`]: UNMUTED },
  ]);
  await watching(people, () => moves(othello, a, { stream_id: to, ...ALL }));
  assert.deepEqual(await Promise.all(people.map(topicPolicies)), [
    { [`${to} hall`]: MUTED },
    {},
    { [`${to} hall`]: FOLLOWED },
    {},
  ]);
});

test("older clients hear of all their muted topics again", async () => {
  const { from, hamlet, othello } = await stage();
  const a = await othello.writes(from, { topic: "castle" });
  await wants(hamlet, from, "castle", MUTED);
  const types = { event_types: ["muted_topics", "message", "update_message"], fetch_event_types: ["muted_topics"] };
  const [toHamlet] = await watching([hamlet], () => moves(othello, a, { topic: "hall", ...ALL }), types);
  const muted = ofType(toHamlet, "muted_topics").map((event) => event["muted_topics"] as unknown[][]);
  assert.deepEqual(
    muted.at(-1)?.map((topic) => topic.slice(0, 2)),
    [["denmark", "hall"]],
  );
});

test("as long as something is left of it, a topic stays what it was, and the other what it is", async () => {
  const { from, hamlet, othello } = await stage();
  await othello.writes(from, { topic: "castle" });
  const b = await othello.writes(from, { topic: "castle" });
  await wants(hamlet, from, "castle", FOLLOWED);
  await watching([hamlet, othello], () => moves(othello, b, { topic: "hall", ...LATER }));
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} castle`]: FOLLOWED });
});

test("the last message that leaves takes it along, whatever was asked for", async () => {
  const { from, hamlet, othello } = await stage();
  const a = await othello.writes(from, { topic: "castle" });
  await wants(hamlet, from, "castle", FOLLOWED);
  await watching([hamlet, othello], () => moves(othello, a, { topic: "hall" }));
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} hall`]: FOLLOWED });
});

test("of two topics that become one, the more wanted says how it is shown", async () => {
  const { from, hamlet, othello } = await stage();
  const cases: [VisibilityPolicy, VisibilityPolicy, VisibilityPolicy][] = [
    [FOLLOWED, MUTED, FOLLOWED],
    [MUTED, FOLLOWED, FOLLOWED],
    [UNMUTED, FOLLOWED, FOLLOWED],
    [UNMUTED, MUTED, UNMUTED],
    [UNMUTED, 0, UNMUTED],
    [0, UNMUTED, UNMUTED],
    [MUTED, 0, 0],
    [0, MUTED, 0],
    [MUTED, MUTED, MUTED],
  ];
  for (const [index, [old, present, expected]] of cases.entries()) {
    const [one, other] = [`one ${index}`, `other ${index}`];
    const a = await othello.writes(from, { topic: one });
    await othello.writes(from, { topic: other });
    await wants(hamlet, from, one, old);
    await wants(hamlet, from, other, present);
    await watching([hamlet, othello], () => moves(othello, a, { topic: other, ...ALL }));
    const found = await topicPolicies(hamlet);
    assert.deepEqual([found[`${from} ${one}`], found[`${from} ${other}`] ?? 0], [undefined, expected], String(index));
  }
});

test("a topic that did not exist yet is shown as the one that comes there was, or as somebody had wanted it", async () => {
  const { from, hamlet, othello, cordelia } = await stage();
  const a = await othello.writes(from, { topic: "castle" });
  await wants(hamlet, from, "castle", MUTED);
  await wants(hamlet, from, "hall", FOLLOWED);
  await wants(cordelia, from, "hall", MUTED);
  await watching([hamlet, othello, cordelia], () => moves(othello, a, { topic: "hall", ...ALL }));
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} hall`]: MUTED });
  assert.deepEqual(await topicPolicies(cordelia), { [`${from} hall`]: MUTED });
});

test("what is unread is counted as its new topic is shown", async () => {
  const { from, hamlet, othello } = await stage();
  const a = await othello.writes(from, { topic: "castle", content: "@**all**" });
  await othello.writes(from, { topic: "castle" });
  await wants(hamlet, from, "castle", MUTED);
  await othello.writes(from, { topic: "loud" });
  const count = async () => ((await hamlet.registers()).state["unread_msgs"] as { count: number }).count;
  const before = await count();
  await watching([hamlet, othello], () => moves(othello, a, { topic: "hall", ...ALL }));
  assert.equal(await count(), before);
  await watching([hamlet, othello], () => moves(othello, a, { topic: "loud" }));
  assert.equal(await count(), before + 1);
});

test("to move messages is not to take part: nobody follows a topic by it", async () => {
  const { from, to, hamlet, othello } = await stage();
  for (const person of [hamlet, othello]) {
    await person.does("PATCH", "/settings", { automatically_follow_topics_policy: 1 });
  }
  const a = await hamlet.writes(from, { topic: "castle" });
  await othello.writes(from, { topic: "castle" });
  await hamlet.does("PATCH", `/messages/${a}`, { topic: "hall", stream_id: to });
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} castle`]: FOLLOWED });
});

test("a topic that is resolved, and at once not any more, is shown as before", async () => {
  const { from, hamlet, othello } = await stage();
  const id = await othello.writes(from, { topic: "castle" });
  await wants(hamlet, from, "castle", MUTED);
  await watching([hamlet, othello], async () => {
    await moves(othello, id, { topic: "✔ castle", ...ALL });
    await moves(othello, id, { topic: "castle", ...ALL });
  });
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} castle`]: MUTED });
});
