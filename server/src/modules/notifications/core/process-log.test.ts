import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, createTestOrganization, startServerBeside, startServer, type TestServer } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { pruneEvents } from "#realtime/jobs.ts";
import { setOnline, waitForLogProcessing, loadNotifications } from "./fixtures/notifications.ts";

const server = await startServer({}, { withJobs: true });

const quiet = { send_new_subscription_messages: false };
const byAll = (name: string, occasion: string) => `${name} ${occasion} phone browser mail`;

async function denmark() {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia, polonius } = realm;
  const channel = await hamlet.createChannel("denmark", [hamlet, othello, cordelia, polonius], quiet);
  return { ...realm, channel };
}

test("all users of a direct conversation except the sender are notified, and a message to oneself causes no notification", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia } = realm;
  const [together, alone] = [
    await hamlet.sendDirectMessage([othello, cordelia]),
    await hamlet.sendDirectMessage(hamlet),
  ];
  assert.deepEqual(await loadNotifications(realm, together), [
    byAll("Cordelia", "direct_message"),
    byAll("Othello", "direct_message"),
  ]);
  assert.deepEqual(await loadNotifications(realm, alone), []);
});

test("a channel message notifies the users whom it mentions by name, through a group or with a wildcard", async () => {
  const realm = await denmark();
  const { hamlet, othello, desdemona, channel } = realm;
  const { group_id: groupId } = await desdemona.callOrThrow("POST", "/user_groups/create", {
    name: "guard",
    description: "",
    members: [othello.id],
  });
  assert.deepEqual(await loadNotifications(realm, await hamlet.sendToChannel(channel)), []);
  const named = await hamlet.sendToChannel(channel, {
    content: `@**Cordelia** and @_**Polonius|${realm.polonius.id}**`,
  });
  const group = await hamlet.sendToChannel(channel, { content: "@*guard*", topic: "guards" });
  const toAll = await hamlet.sendToChannel(channel, { content: "@**all**", topic: "all" });
  assert.deepEqual(await loadNotifications(realm, named), [byAll("Cordelia", "mention")]);
  assert.deepEqual(await loadNotifications(realm, group), [byAll("Othello", "mention")]);
  assert.deepEqual(
    await loadNotifications(realm, toAll),
    ["Cordelia", "Othello", "Polonius"].map((name) => byAll(name, "wildcard_mention")),
  );
  const { group_id } = await server.db.reader
    .selectFrom("notice")
    .select("group_id")
    .where("message_id", "=", group)
    .executeTakeFirstOrThrow();
  assert.equal(group_id, groupId);
});

test("users who follow the topic, or want notifications of all messages in the channel or in all channels, are notified", async () => {
  const realm = await denmark();
  const { hamlet, othello, cordelia, polonius, channel } = realm;
  await othello.callOrThrow("POST", "/user_topics", { stream_id: channel, topic: "topic", visibility_policy: 3 });
  await cordelia.callOrThrow("POST", "/users/me/subscriptions/properties", {
    subscription_data: [{ stream_id: channel, property: "email_notifications", value: true }],
  });
  await polonius.callOrThrow("PATCH", "/settings", { enable_stream_push_notifications: true });
  assert.deepEqual(await loadNotifications(realm, await hamlet.sendToChannel(channel)), [
    "Cordelia channel mail",
    byAll("Othello", "followed_topic"),
    "Polonius channel phone",
  ]);
  await polonius.callOrThrow("POST", "/users/me/subscriptions/properties", {
    subscription_data: [{ stream_id: channel, property: "push_notifications", value: false }],
  });
  await cordelia.callOrThrow("PATCH", "/users/me/subscriptions/muted_topics", {
    stream_id: channel,
    topic: "topic",
    op: "add",
  });
  assert.deepEqual(await loadNotifications(realm, await hamlet.sendToChannel(channel)), [
    byAll("Othello", "followed_topic"),
  ]);
});

test("an active user is notified by phone, and later by email, and a user who muted the sender is not notified", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia } = realm;
  await setOnline(othello, server);
  await cordelia.callOrThrow("POST", `/users/me/muted_users/${hamlet.id}`);
  assert.deepEqual(await loadNotifications(realm, await hamlet.sendDirectMessage([othello, cordelia])), [
    "Othello direct_message phone mail",
  ]);
});

test("reading messages ends their notifications permanently, even if the messages are edited later", async () => {
  const realm = await denmark();
  const { hamlet, othello, cordelia, channel } = realm;
  const content = "@**Othello** @**Cordelia**";
  const ids = [
    await hamlet.sendToChannel(channel, { content }),
    await hamlet.sendToChannel(channel, { content }),
  ] as const;
  assert.equal((await loadNotifications(realm, ids[0])).length, 2);
  await othello.callOrThrow("POST", "/messages/flags", { messages: [ids[0]], op: "add", flag: "read" });
  assert.deepEqual(await loadNotifications(realm, ids[0]), [byAll("Cordelia", "mention")]);
  await cordelia.callOrThrow("POST", "/mark_all_as_read");
  assert.deepEqual(await loadNotifications(realm, ids[0]), []);
  assert.deepEqual(await loadNotifications(realm, ids[1]), [byAll("Othello", "mention")]);
  await hamlet.callOrThrow("PATCH", `/messages/${ids[0]}`, { content: `${content} again` });
  assert.deepEqual(await loadNotifications(realm, ids[0]), []);
});

test("an edit notifies users only of mentions that the old text did not contain", async () => {
  const realm = await denmark();
  const { hamlet, othello, channel } = realm;
  const id = await hamlet.sendToChannel(channel, { content: "@**Othello**" });
  await loadNotifications(realm, id);
  await othello.callOrThrow("POST", "/messages/flags", { messages: [id], op: "add", flag: "read" });
  await othello.callOrThrow("POST", "/messages/flags", { messages: [id], op: "remove", flag: "read" });
  await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: "@**Othello** @**Cordelia**" });
  assert.deepEqual(await loadNotifications(realm, id), [byAll("Cordelia", "mention")]);
  await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: "@**all**" });
  assert.deepEqual(await loadNotifications(realm, id), [
    byAll("Cordelia", "mention"),
    byAll("Othello", "wildcard_mention"),
    byAll("Polonius", "wildcard_mention"),
  ]);
});

test("notifications end if the message is deleted or the user may no longer read it", async () => {
  const realm = await denmark();
  const { desdemona, iago, hamlet, othello, cordelia, channel } = realm;
  const secret = await hamlet.createChannel("secret", [hamlet, othello, iago], { ...quiet, invite_only: true });
  const content = "@**all**";
  const [unread, deleted, moved] = [
    await hamlet.sendToChannel(channel, { content }),
    await hamlet.sendToChannel(channel, { content, topic: "gone" }),
    await hamlet.sendToChannel(channel, { content, topic: "away" }),
  ];
  assert.equal((await loadNotifications(realm, moved)).length, 3);
  await desdemona.callOrThrow("DELETE", `/messages/${deleted}`);
  await iago.callOrThrow("PATCH", `/messages/${moved}`, { stream_id: secret });
  assert.deepEqual(await loadNotifications(realm, deleted), []);
  assert.deepEqual(await loadNotifications(realm, moved), [byAll("Othello", "wildcard_mention")]);
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  await desdemona.callOrThrow("DELETE", `/users/${cordelia.id}`);
  assert.deepEqual(await loadNotifications(realm, unread), [byAll("Polonius", "wildcard_mention")]);
});

/** Deletes the events that are no longer needed, as the scheduled job does. */
const pruneLog = ({ db }: TestServer): Promise<void> =>
  pruneEvents(3600).run(
    { db, clock, log: createLogger({ level: "silent" }), signal: new AbortController().signal },
    {},
  );

test("events published while no server was processing the log are processed by the next server, even if the log is pruned before", async () => {
  const { connection } = await startServer();
  const asleep = await startServerBeside({ connection });
  const realm = await createTestOrganization(asleep);
  const { hamlet, othello, cordelia } = realm;
  const [read, unread] = [await hamlet.sendDirectMessage(othello), await hamlet.sendDirectMessage([othello, cordelia])];
  await othello.callOrThrow("POST", "/messages/flags", { messages: [read], op: "add", flag: "read" });
  await pruneLog(asleep);
  await startServerBeside({ connection }, {}, { withJobs: true });
  await waitForLogProcessing(realm);
  assert.deepEqual(await loadNotifications(realm, read), []);
  assert.equal((await loadNotifications(realm, unread)).length, 2);
});
