import assert from "node:assert/strict";
import { test } from "node:test";
import type { VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { createTestOrganization, watchEvents, type TestOrganization } from "@parlance/testkit";
import {
  CHANGE_ALL,
  disableAutoFollow,
  CHANGE_LATER,
  moveAs,
  eventsOfType,
  WITHOUT_NOTICES,
  setTopicPolicy,
  topicPolicies,
} from "./fixtures/move-messages.ts";

const [MUTED, UNMUTED, FOLLOWED] = [1, 2, 3] as const;

async function stage(): Promise<TestOrganization & { from: number; to: number }> {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius } = realm;
  await disableAutoFollow(hamlet, othello, cordelia, polonius);
  const from = await othello.createChannel("denmark", [othello, hamlet, cordelia, polonius], WITHOUT_NOTICES);
  const to = await othello.createChannel("norway", [othello, hamlet, cordelia], WITHOUT_NOTICES);
  return { ...realm, from, to };
}

test("if all messages of a topic are moved to another topic or channel, users' settings (muted, unmuted or followed) move with them", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  const a = await othello.sendToChannel(from, { topic: "castle" });
  await setTopicPolicy(hamlet, from, "CASTLE", MUTED);
  await setTopicPolicy(cordelia, from, "castle", FOLLOWED);
  await setTopicPolicy(polonius, from, "castle", UNMUTED);
  const people = [hamlet, othello, cordelia, polonius];
  const received = await watchEvents(people, () => moveAs(othello, a, { topic: "hall", ...CHANGE_ALL }));
  const changes = (index: number) =>
    eventsOfType(received[index], "user_topic").map((one) => [
      one["stream_id"],
      one["topic_name"],
      one["visibility_policy"],
    ]);
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
  await watchEvents(people, () => moveAs(othello, a, { stream_id: to, ...CHANGE_ALL }));
  assert.deepEqual(await Promise.all(people.map(topicPolicies)), [
    { [`${to} hall`]: MUTED },
    {},
    { [`${to} hall`]: FOLLOWED },
    {},
  ]);
});

test("when a muted topic is moved, older clients receive an event with the complete list of muted topics", async () => {
  const { from, hamlet, othello } = await stage();
  const a = await othello.sendToChannel(from, { topic: "castle" });
  await setTopicPolicy(hamlet, from, "castle", MUTED);
  const types = { event_types: ["muted_topics", "message", "update_message"], fetch_event_types: ["muted_topics"] };
  const [toHamlet] = await watchEvents([hamlet], () => moveAs(othello, a, { topic: "hall", ...CHANGE_ALL }), types);
  const muted = eventsOfType(toHamlet, "muted_topics").map((event) => event["muted_topics"] as unknown[][]);
  assert.deepEqual(
    muted.at(-1)?.map((topic) => topic.slice(0, 2)),
    [["denmark", "hall"]],
  );
});

test("if some messages stay in the old topic, users' settings for both topics stay unchanged", async () => {
  const { from, hamlet, othello } = await stage();
  await othello.sendToChannel(from, { topic: "castle" });
  const b = await othello.sendToChannel(from, { topic: "castle" });
  await setTopicPolicy(hamlet, from, "castle", FOLLOWED);
  await watchEvents([hamlet, othello], () => moveAs(othello, b, { topic: "hall", ...CHANGE_LATER }));
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} castle`]: FOLLOWED });
});

test("moving the only message of a topic transfers users' settings for it, even if the request names only this message", async () => {
  const { from, hamlet, othello } = await stage();
  const a = await othello.sendToChannel(from, { topic: "castle" });
  await setTopicPolicy(hamlet, from, "castle", FOLLOWED);
  await watchEvents([hamlet, othello], () => moveAs(othello, a, { topic: "hall" }));
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} hall`]: FOLLOWED });
});

test("if the new topic already has messages, the more visible of a user's two settings applies", async () => {
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
    const a = await othello.sendToChannel(from, { topic: one });
    await othello.sendToChannel(from, { topic: other });
    await setTopicPolicy(hamlet, from, one, old);
    await setTopicPolicy(hamlet, from, other, present);
    await watchEvents([hamlet, othello], () => moveAs(othello, a, { topic: other, ...CHANGE_ALL }));
    const found = await topicPolicies(hamlet);
    assert.deepEqual([found[`${from} ${one}`], found[`${from} ${other}`] ?? 0], [undefined, expected], String(index));
  }
});

test("if the new topic had no messages, a user's setting for the old topic replaces the one for the new topic, if there is one", async () => {
  const { from, hamlet, othello, cordelia } = await stage();
  const a = await othello.sendToChannel(from, { topic: "castle" });
  await setTopicPolicy(hamlet, from, "castle", MUTED);
  await setTopicPolicy(hamlet, from, "hall", FOLLOWED);
  await setTopicPolicy(cordelia, from, "hall", MUTED);
  await watchEvents([hamlet, othello, cordelia], () => moveAs(othello, a, { topic: "hall", ...CHANGE_ALL }));
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} hall`]: MUTED });
  assert.deepEqual(await topicPolicies(cordelia), { [`${from} hall`]: MUTED });
});

test("moved messages count as unread according to the setting for their new topic", async () => {
  const { from, hamlet, othello } = await stage();
  const a = await othello.sendToChannel(from, { topic: "castle", content: "@**all**" });
  await othello.sendToChannel(from, { topic: "castle" });
  await setTopicPolicy(hamlet, from, "castle", MUTED);
  await othello.sendToChannel(from, { topic: "loud" });
  const count = async () => ((await hamlet.registerQueue()).state["unread_msgs"] as { count: number }).count;
  const before = await count();
  await watchEvents([hamlet, othello], () => moveAs(othello, a, { topic: "hall", ...CHANGE_ALL }));
  assert.equal(await count(), before);
  await watchEvents([hamlet, othello], () => moveAs(othello, a, { topic: "loud" }));
  assert.equal(await count(), before + 1);
});

test("a user who moves messages does not automatically follow the new topic", async () => {
  const { from, to, hamlet, othello } = await stage();
  for (const person of [hamlet, othello]) {
    await person.callOrThrow("PATCH", "/settings", { automatically_follow_topics_policy: 1 });
  }
  const a = await hamlet.sendToChannel(from, { topic: "castle" });
  await othello.sendToChannel(from, { topic: "castle" });
  await hamlet.callOrThrow("PATCH", `/messages/${a}`, { topic: "hall", stream_id: to });
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} castle`]: FOLLOWED });
});

test("a topic that is resolved and immediately unresolved retains users' settings for it", async () => {
  const { from, hamlet, othello } = await stage();
  const id = await othello.sendToChannel(from, { topic: "castle" });
  await setTopicPolicy(hamlet, from, "castle", MUTED);
  await watchEvents([hamlet, othello], async () => {
    await moveAs(othello, id, { topic: "✔ castle", ...CHANGE_ALL });
    await moveAs(othello, id, { topic: "castle", ...CHANGE_ALL });
  });
  assert.deepEqual(await topicPolicies(hamlet), { [`${from} castle`]: MUTED });
});
