import assert from "node:assert/strict";
import { test } from "node:test";
import { backdateMessages, newRealm, seconds, type TestRealm } from "@parlance/testkit";
import { ALL, LATER, moves, quiet, tries } from "./fixtures/move-messages.ts";

interface Stage extends TestRealm {
  readonly from: number;
  readonly to: number;
}

/** Topics may be changed for a minute, and channels for two. */
async function hasty(): Promise<Stage> {
  const realm = await newRealm();
  const { desdemona, iago, shiva, hamlet, polonius } = realm;
  const people = [desdemona, iago, shiva, hamlet, polonius];
  await desdemona.does("PATCH", "/realm", {
    move_messages_within_stream_limit_seconds: 60,
    move_messages_between_streams_limit_seconds: 120,
  });
  const from = await desdemona.creates("denmark", people, quiet);
  const to = await desdemona.creates("norway", people, quiet);
  return { ...realm, from, to };
}

const OLD_TOPIC = "The time limit for editing this message's topic has passed.";
const OLD_CHANNEL = "The time limit for editing this message's channel has passed";

async function written(stage: Stage, topic: string, ...ages: number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const age of ages) {
    const id = await stage.desdemona.writes(stage.from, { topic });
    await backdateMessages(stage, [id], seconds(age));
    ids.push(id);
  }
  return ids;
}

test("messages are moved while they are young, and twenty seconds longer", async () => {
  const stage = await hasty();
  const { hamlet, to } = stage;
  const [young = 0, graced = 0, old = 0, older = 0] = await written(stage, "castle", 0, 75, 85, 145);
  assert.equal((await tries(hamlet, young, { topic: "a" })).msg, "");
  assert.equal((await tries(hamlet, graced, { topic: "b" })).msg, "");
  assert.equal((await tries(hamlet, old, { topic: "c" })).msg, OLD_TOPIC);
  assert.equal((await tries(hamlet, older, { stream_id: to })).msg, OLD_CHANNEL);
  assert.equal((await tries(hamlet, older, { stream_id: to, topic: "c" })).msg, OLD_TOPIC);
  assert.equal((await tries(hamlet, old, { stream_id: to, topic: "c" })).msg, OLD_TOPIC);
  assert.equal((await tries(hamlet, old, { stream_id: to })).msg, "");
  const [noTopic = 0, empty = 0] = [...(await written(stage, "(no topic)", 85)), ...(await written(stage, "", 85))];
  assert.equal((await tries(hamlet, noTopic, { topic: "d" })).msg, OLD_TOPIC);
  assert.equal((await tries(hamlet, empty, { topic: "d" })).msg, OLD_TOPIC);
});

test("moderators and who is above them take their time, as do all where there is no limit, and who resolves", async () => {
  const stage = await hasty();
  const { desdemona, iago, shiva, hamlet, polonius, to } = stage;
  const [a = 0] = await written(stage, "castle", 900_000);
  for (const person of [shiva, iago, desdemona]) {
    await moves(person, a, { topic: `by ${person.fullName}`, ...ALL });
  }
  await moves(shiva, a, { stream_id: to });
  const [b = 0] = await written(stage, "hall", 900_000);
  await moves(polonius, b, { topic: "✔ hall", ...ALL });
  await moves(hamlet, b, { topic: "hall", ...ALL });
  assert.equal((await tries(hamlet, b, { topic: "tower", ...ALL })).msg, OLD_TOPIC);
  await desdemona.does("PATCH", "/realm", {
    move_messages_within_stream_limit_seconds: "unlimited",
    move_messages_between_streams_limit_seconds: "unlimited",
  });
  await moves(hamlet, b, { topic: "tower", stream_id: to, ...ALL });
});

test("who may move only the newest messages of a topic is told which these are", async () => {
  const stage = await hasty();
  const { hamlet, to } = stage;
  const [a = 0, b = 0, c = 0, d = 0] = await written(stage, "castle", 300, 100, 30, 0);
  const refusal = async (id: number, how: Parameters<typeof tries>[2]) => {
    const { status, code, msg, body } = await tries(hamlet, id, { ...how });
    const { first_message_id_allowed_to_move: first, total_messages_in_topic: total } = body;
    return [status, code, msg, first, total, body["total_messages_allowed_to_move"]];
  };
  const two = [400, "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED", text(2, 4), c, 4, 2];
  assert.deepEqual(await refusal(d, { topic: "hall", ...ALL }), two);
  assert.deepEqual(await refusal(a, { topic: "hall", ...ALL }), two);
  assert.deepEqual(await refusal(b, { topic: "hall", ...LATER }), two);
  assert.deepEqual(await refusal(b, { topic: "hall", stream_id: to, ...ALL }), two);
  const three = [400, "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED", text(3, 4), b, 4, 3];
  assert.deepEqual(await refusal(d, { stream_id: to, ...ALL }), three);
  assert.equal((await tries(hamlet, a, { topic: "hall" })).msg, OLD_TOPIC);
  await moves(hamlet, c, { topic: "hall", ...LATER });
  assert.equal((await tries(hamlet, a, { topic: "hall", ...ALL })).msg, OLD_TOPIC);
});

const text = (allowed: number, total: number) =>
  `You only have permission to move the ${allowed}/${total} most recent messages in this topic.`;
