import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, startBeside, startServer } from "@parlance/testkit";
import { comesOnline, lookedThrough, noticesOf } from "./fixtures/notifications.ts";

const server = await startServer({}, { withJobs: true });

const quiet = { send_new_subscription_messages: false };
const byAll = (name: string, occasion: string) => `${name} ${occasion} phone browser mail`;

async function denmark() {
  const realm = await newRealm(server);
  const { hamlet, othello, cordelia, polonius } = realm;
  const channel = await hamlet.creates("denmark", [hamlet, othello, cordelia, polonius], quiet);
  return { ...realm, channel };
}

test("everybody in a direct conversation is told but the sender, and of one's notes to oneself nobody", async () => {
  const realm = await newRealm(server);
  const { hamlet, othello, cordelia } = realm;
  const [together, alone] = [await hamlet.writesTo([othello, cordelia]), await hamlet.writesTo(hamlet)];
  assert.deepEqual(await noticesOf(realm, together), [
    byAll("Cordelia", "direct_message"),
    byAll("Othello", "direct_message"),
  ]);
  assert.deepEqual(await noticesOf(realm, alone), []);
});

test("of what is said in a channel, those are told whom it mentions, by name, through a group or as everybody", async () => {
  const realm = await denmark();
  const { hamlet, othello, desdemona, channel } = realm;
  const { group_id: groupId } = await desdemona.does("POST", "/user_groups/create", {
    name: "guard",
    description: "",
    members: [othello.id],
  });
  assert.deepEqual(await noticesOf(realm, await hamlet.writes(channel)), []);
  const named = await hamlet.writes(channel, { content: `@**Cordelia** and @_**Polonius|${realm.polonius.id}**` });
  const group = await hamlet.writes(channel, { content: "@*guard*", topic: "guards" });
  const everybody = await hamlet.writes(channel, { content: "@**all**", topic: "all" });
  assert.deepEqual(await noticesOf(realm, named), [byAll("Cordelia", "mention")]);
  assert.deepEqual(await noticesOf(realm, group), [byAll("Othello", "mention")]);
  assert.deepEqual(
    await noticesOf(realm, everybody),
    ["Cordelia", "Othello", "Polonius"].map((name) => byAll(name, "wildcard_mention")),
  );
  const { group_id } = await server.db.reader
    .selectFrom("notice")
    .select("group_id")
    .where("message_id", "=", group)
    .executeTakeFirstOrThrow();
  assert.equal(group_id, groupId);
});

test("who follows a topic, or wants all of a channel, or of all channels, is told of what is said there", async () => {
  const realm = await denmark();
  const { hamlet, othello, cordelia, polonius, channel } = realm;
  await othello.does("POST", "/user_topics", { stream_id: channel, topic: "topic", visibility_policy: 3 });
  await cordelia.does("POST", "/users/me/subscriptions/properties", {
    subscription_data: [{ stream_id: channel, property: "email_notifications", value: true }],
  });
  await polonius.does("PATCH", "/settings", { enable_stream_push_notifications: true });
  assert.deepEqual(await noticesOf(realm, await hamlet.writes(channel)), [
    "Cordelia channel mail",
    byAll("Othello", "followed_topic"),
    "Polonius channel phone",
  ]);
  await polonius.does("POST", "/users/me/subscriptions/properties", {
    subscription_data: [{ stream_id: channel, property: "push_notifications", value: false }],
  });
  await cordelia.does("PATCH", "/users/me/subscriptions/muted_topics", {
    stream_id: channel,
    topic: "topic",
    op: "add",
  });
  assert.deepEqual(await noticesOf(realm, await hamlet.writes(channel)), [byAll("Othello", "followed_topic")]);
});

test("who is at a client is told by phone, and by a letter once they are gone, and who muted the sender not at all", async () => {
  const realm = await newRealm(server);
  const { hamlet, othello, cordelia } = realm;
  await comesOnline(othello, server);
  await cordelia.does("POST", `/users/me/muted_users/${hamlet.id}`);
  assert.deepEqual(await noticesOf(realm, await hamlet.writesTo([othello, cordelia])), [
    "Othello direct_message phone mail",
  ]);
});

test("what is read, one by one or all at once, is told no longer, and stays so when it is edited", async () => {
  const realm = await denmark();
  const { hamlet, othello, cordelia, channel } = realm;
  const content = "@**Othello** @**Cordelia**";
  const ids = [await hamlet.writes(channel, { content }), await hamlet.writes(channel, { content })] as const;
  assert.equal((await noticesOf(realm, ids[0])).length, 2);
  await othello.does("POST", "/messages/flags", { messages: [ids[0]], op: "add", flag: "read" });
  assert.deepEqual(await noticesOf(realm, ids[0]), [byAll("Cordelia", "mention")]);
  await cordelia.does("POST", "/mark_all_as_read");
  assert.deepEqual(await noticesOf(realm, ids[0]), []);
  assert.deepEqual(await noticesOf(realm, ids[1]), [byAll("Othello", "mention")]);
  await hamlet.does("PATCH", `/messages/${ids[0]}`, { content: `${content} again` });
  assert.deepEqual(await noticesOf(realm, ids[0]), []);
});

test("whom only an edit mentions is told then, and whom the text mentioned before is not told again", async () => {
  const realm = await denmark();
  const { hamlet, othello, channel } = realm;
  const id = await hamlet.writes(channel, { content: "@**Othello**" });
  await noticesOf(realm, id);
  await othello.does("POST", "/messages/flags", { messages: [id], op: "add", flag: "read" });
  await othello.does("POST", "/messages/flags", { messages: [id], op: "remove", flag: "read" });
  await hamlet.does("PATCH", `/messages/${id}`, { content: "@**Othello** @**Cordelia**" });
  assert.deepEqual(await noticesOf(realm, id), [byAll("Cordelia", "mention")]);
  await hamlet.does("PATCH", `/messages/${id}`, { content: "@**all**" });
  assert.deepEqual(await noticesOf(realm, id), [
    byAll("Cordelia", "mention"),
    byAll("Othello", "wildcard_mention"),
    byAll("Polonius", "wildcard_mention"),
  ]);
});

test("nobody is told of what is gone, or is not theirs to read any longer", async () => {
  const realm = await denmark();
  const { desdemona, iago, hamlet, othello, cordelia, channel } = realm;
  const secret = await hamlet.creates("secret", [hamlet, othello, iago], { ...quiet, invite_only: true });
  const content = "@**all**";
  const [kept, deleted, moved] = [
    await hamlet.writes(channel, { content }),
    await hamlet.writes(channel, { content, topic: "gone" }),
    await hamlet.writes(channel, { content, topic: "away" }),
  ];
  assert.equal((await noticesOf(realm, moved)).length, 3);
  await desdemona.does("DELETE", `/messages/${deleted}`);
  await iago.does("PATCH", `/messages/${moved}`, { stream_id: secret });
  assert.deepEqual(await noticesOf(realm, deleted), []);
  assert.deepEqual(await noticesOf(realm, moved), [byAll("Othello", "wildcard_mention")]);
  await othello.does("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  await desdemona.does("DELETE", `/users/${cordelia.id}`);
  assert.deepEqual(await noticesOf(realm, kept), [byAll("Polonius", "wildcard_mention")]);
});

test("what happened while no server looked is looked through by the next", async () => {
  const { connection } = await startServer();
  const asleep = await startBeside({ connection });
  const realm = await newRealm(asleep);
  const { hamlet, othello, cordelia } = realm;
  const [read, unread] = [await hamlet.writesTo(othello), await hamlet.writesTo([othello, cordelia])];
  await othello.does("POST", "/messages/flags", { messages: [read], op: "add", flag: "read" });
  await startBeside({ connection }, {}, { withJobs: true });
  await lookedThrough(realm);
  assert.deepEqual(await noticesOf(realm, read), []);
  assert.equal((await noticesOf(realm, unread)).length, 2);
});
