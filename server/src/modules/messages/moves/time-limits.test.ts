import assert from "node:assert/strict";
import { test } from "node:test";
import { backdateMessages, createTestOrganization, seconds, type TestOrganization } from "@parlance/testkit";
import { CHANGE_ALL, CHANGE_LATER, moveAs, WITHOUT_NOTICES, tryMove } from "./fixtures/move-messages.ts";

interface Stage extends TestOrganization {
  readonly from: number;
  readonly to: number;
}

/**
 * Creates an organization in which messages can be moved to other topics for one minute, and to other channels for two
 * minutes.
 */
async function hasty(): Promise<Stage> {
  const realm = await createTestOrganization();
  const { desdemona, iago, shiva, hamlet, polonius } = realm;
  const people = [desdemona, iago, shiva, hamlet, polonius];
  await desdemona.callOrThrow("PATCH", "/realm", {
    move_messages_within_stream_limit_seconds: 60,
    move_messages_between_streams_limit_seconds: 120,
  });
  const from = await desdemona.createChannel("denmark", people, WITHOUT_NOTICES);
  const to = await desdemona.createChannel("norway", people, WITHOUT_NOTICES);
  return { ...realm, from, to };
}

const OLD_TOPIC = "The time limit for editing this message's topic has passed.";
const OLD_CHANNEL = "The time limit for editing this message's channel has passed";

async function written(stage: Stage, topic: string, ...ages: number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const age of ages) {
    const id = await stage.desdemona.sendToChannel(stage.from, { topic });
    await backdateMessages(stage, [id], seconds(age));
    ids.push(id);
  }
  return ids;
}

test("a message can be moved until 20 seconds after the time limit", async () => {
  const stage = await hasty();
  const { hamlet, to } = stage;
  const [young = 0, graced = 0, old = 0, older = 0] = await written(stage, "castle", 0, 75, 85, 145);
  assert.equal((await tryMove(hamlet, young, { topic: "a" })).msg, "");
  assert.equal((await tryMove(hamlet, graced, { topic: "b" })).msg, "");
  assert.equal((await tryMove(hamlet, old, { topic: "c" })).msg, OLD_TOPIC);
  assert.equal((await tryMove(hamlet, older, { stream_id: to })).msg, OLD_CHANNEL);
  assert.equal((await tryMove(hamlet, older, { stream_id: to, topic: "c" })).msg, OLD_TOPIC);
  assert.equal((await tryMove(hamlet, old, { stream_id: to, topic: "c" })).msg, OLD_TOPIC);
  assert.equal((await tryMove(hamlet, old, { stream_id: to })).msg, "");
  const [noTopic = 0, empty = 0] = [...(await written(stage, "(no topic)", 85)), ...(await written(stage, "", 85))];
  assert.equal((await tryMove(hamlet, noTopic, { topic: "d" })).msg, OLD_TOPIC);
  assert.equal((await tryMove(hamlet, empty, { topic: "d" })).msg, OLD_TOPIC);
});

test("the time limit does not apply to moderators and higher roles, in organizations without a limit, or to resolving topics", async () => {
  const stage = await hasty();
  const { desdemona, iago, shiva, hamlet, polonius, to } = stage;
  const [a = 0] = await written(stage, "castle", 900_000);
  for (const person of [shiva, iago, desdemona]) {
    await moveAs(person, a, { topic: `by ${person.fullName}`, ...CHANGE_ALL });
  }
  await moveAs(shiva, a, { stream_id: to });
  const [b = 0] = await written(stage, "hall", 900_000);
  await moveAs(polonius, b, { topic: "✔ hall", ...CHANGE_ALL });
  await moveAs(hamlet, b, { topic: "hall", ...CHANGE_ALL });
  assert.equal((await tryMove(hamlet, b, { topic: "tower", ...CHANGE_ALL })).msg, OLD_TOPIC);
  await desdemona.callOrThrow("PATCH", "/realm", {
    move_messages_within_stream_limit_seconds: "unlimited",
    move_messages_between_streams_limit_seconds: "unlimited",
  });
  await moveAs(hamlet, b, { topic: "tower", stream_id: to, ...CHANGE_ALL });
});

test("if only some messages of a topic are within the time limit, the error contains their number and the id of the first", async () => {
  const stage = await hasty();
  const { hamlet, to } = stage;
  const [a = 0, b = 0, c = 0, d = 0] = await written(stage, "castle", 300, 100, 30, 0);
  const refusal = async (id: number, how: Parameters<typeof tryMove>[2]) => {
    const { status, code, msg, body } = await tryMove(hamlet, id, { ...how });
    const { first_message_id_allowed_to_move: first, total_messages_in_topic: total } = body;
    return [status, code, msg, first, total, body["total_messages_allowed_to_move"]];
  };
  const two = [400, "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED", text(2, 4), c, 4, 2];
  assert.deepEqual(await refusal(d, { topic: "hall", ...CHANGE_ALL }), two);
  assert.deepEqual(await refusal(a, { topic: "hall", ...CHANGE_ALL }), two);
  assert.deepEqual(await refusal(b, { topic: "hall", ...CHANGE_LATER }), two);
  assert.deepEqual(await refusal(b, { topic: "hall", stream_id: to, ...CHANGE_ALL }), two);
  const three = [400, "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED", text(3, 4), b, 4, 3];
  assert.deepEqual(await refusal(d, { stream_id: to, ...CHANGE_ALL }), three);
  assert.equal((await tryMove(hamlet, a, { topic: "hall" })).msg, OLD_TOPIC);
  await moveAs(hamlet, c, { topic: "hall", ...CHANGE_LATER });
  assert.equal((await tryMove(hamlet, a, { topic: "hall", ...CHANGE_ALL })).msg, OLD_TOPIC);
});

const text = (allowed: number, total: number) =>
  `You only have permission to move the ${allowed}/${total} most recent messages in this topic.`;
