import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, type Parameters, type TestUser } from "@parlance/testkit";

await testServer();

const topicsOf = async (person: TestUser, channelId: number, more: Parameters = {}) => {
  const { topics } = await person.get(`/users/me/${channelId}/topics`, more);
  const found = topics as { name: string; max_id: number }[];
  return found.filter(({ name }) => name !== "channel events").map(({ name, max_id }) => [name, max_id]);
};

test("topics are listed by their newest message, newest first, and topics that differ only in capitalization are listed as one", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await hamlet.createChannel("play");
  await hamlet.sendToChannel(id, { topic: "Ghost" });
  const skull = await hamlet.sendToChannel(id, { topic: "skull" });
  const ghost = await hamlet.sendToChannel(id, { topic: "GHOST" });
  const empty = await hamlet.sendToChannel(id, { topic: "" });
  const expected = [
    ["", empty],
    ["GHOST", ghost],
    ["skull", skull],
  ];
  assert.deepEqual(await topicsOf(othello, id, { allow_empty_topic_name: true }), expected);
  assert.deepEqual((await topicsOf(othello, id))[0], ["general chat", empty]);
});

test("in a channel with protected history, only topics with messages that the user received are listed", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  await hamlet.sendToChannel(id, { topic: "before" });
  const first = await hamlet.sendToChannel(id, { topic: "Long" });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "secret" }],
    principals: [othello.id],
  });
  assert.deepEqual(await topicsOf(othello, id), []);
  const received = await hamlet.sendToChannel(id, { topic: "long" });
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["secret"] });
  await hamlet.sendToChannel(id, { topic: "LONG" });
  const missed = await hamlet.sendToChannel(id, { topic: "missed" });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "secret" }],
    principals: [othello.id],
  });
  const again = await hamlet.sendToChannel(id, { topic: "again" });
  assert.deepEqual(await topicsOf(othello, id), [
    ["again", again],
    ["long", received],
  ]);
  assert.deepEqual((await topicsOf(hamlet, id)).slice(0, 2), [
    ["again", again],
    ["missed", missed],
  ]);
  assert.ok(received > first);
});

test("a channel without messages has no topics", async () => {
  const { hamlet, server, realmId } = await createTestOrganization();
  const id = await hamlet.createChannel("mute");
  await server.db.write(async (tx) => {
    const { recipient_id } = await tx
      .selectFrom("channel")
      .select("recipient_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await tx.deleteFrom("message").where("realm_id", "=", realmId).where("recipient_id", "=", recipient_id).execute();
  });
  assert.deepEqual((await hamlet.get(`/users/me/${id}/topics`)).topics, []);
});

/**
 * Returns the topics in a channel with the ids of their newest messages, as far as the user can read them, newest
 * first.
 */
async function topicsRead(person: TestUser, channel: number) {
  const narrow = [{ operator: "channel", operand: channel }];
  const { messages } = await person.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 100, narrow });
  const newest = new Map(messages.map(({ subject, id }) => [subject, id]));
  newest.delete("channel events");
  return [...newest].toSorted(([, a], [, b]) => b - a);
}

test("a message that was moved to a channel with protected history counts for users who received it before the move", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const [from, to] = [
    await hamlet.createChannel("open", [hamlet, othello, cordelia]),
    await hamlet.createChannel("secret", [hamlet], { invite_only: true }),
  ];
  const silence = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  const old = await hamlet.sendToChannel(to, { topic: "kept" });
  const moved = await hamlet.sendToChannel(from, { topic: "moved" });
  const joined = await hamlet.sendToChannel(from, { topic: "joined" });
  const unseen = await hamlet.sendToChannel(to, { topic: "joined" });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "secret" }],
    principals: [othello.id],
  });
  for (const id of [moved, joined]) await hamlet.callOrThrow("PATCH", `/messages/${id}`, { stream_id: to, ...silence });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "secret" }],
    principals: [cordelia.id],
  });
  assert.deepEqual(await topicsOf(hamlet, to), [
    ["joined", unseen],
    ["moved", moved],
    ["kept", old],
  ]);
  const seen = [
    ["joined", joined],
    ["moved", moved],
  ];
  assert.deepEqual(await topicsOf(othello, to), seen);
  assert.deepEqual(await topicsOf(cordelia, to), []);
  for (const person of [hamlet, othello, cordelia]) {
    assert.deepEqual(await topicsOf(person, to), await topicsRead(person, to));
  }
  await hamlet.callOrThrow("PATCH", `/messages/${joined}`, { topic: "renamed", ...silence });
  assert.deepEqual(await topicsOf(othello, to), [["renamed", joined], seen[1]]);
  await hamlet.callOrThrow("PATCH", `/messages/${joined}`, { stream_id: from, ...silence });
  assert.deepEqual(await topicsOf(othello, to), seen.slice(1));
});
