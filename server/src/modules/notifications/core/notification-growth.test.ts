import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countStatements,
  createTestOrganization,
  recordStatements,
  startServer,
  type TestOrganization,
} from "@parlance/testkit";
import { processLog, type LogProcessingOptions } from "./actions/process-log.ts";
import { addMissedMessages } from "./fixtures/actions/add-missed-messages.ts";
import type { EndedNotification, NotificationTransport } from "./notification.ts";
import { RecentEventCache } from "./log/recent-event-cache.ts";

const server = await startServer();
const NOW = new Date("2030-01-01T12:00:00Z");
const quiet = { send_new_subscription_messages: false };

/** Processes the whole log. Returns the number of transactions. */
async function follow({ realmId }: TestOrganization, changes: Partial<LogProcessingOptions> = {}): Promise<number> {
  const site = { url: "http://parlance.test", gravatar: true, webPublicChannels: true };
  const following = {
    snapshots: server.snapshots,
    recentEvents: new RecentEventCache(),
    site,
    transports: [],
    ...changes,
  };
  for (let transactions = 1; ; transactions += 1) {
    if (await server.db.write((tx) => processLog(tx, realmId, NOW, following))) return transactions;
  }
}

/** Creates a channel with a topic that all subscribers except Hamlet follow. */
async function denmark() {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia, polonius } = realm;
  const followers = [othello, cordelia, polonius];
  const channelId = await hamlet.createChannel("denmark", [hamlet, ...followers], quiet);
  for (const follower of followers) {
    await follower.callOrThrow("POST", "/user_topics", { stream_id: channelId, topic: "topic", visibility_policy: 3 });
  }
  await follow(realm);
  return { ...realm, channelId, followers };
}

const noticesIn = ({ realmId }: TestOrganization) =>
  server.db.reader
    .selectFrom("notice")
    .select(["user_id", "message_id", "ended_at"])
    .where("realm_id", "=", realmId)
    .orderBy("message_id")
    .orderBy("user_id")
    .execute();

test("each user who follows the topic or is mentioned gets one notification per message, even if the message is edited", async () => {
  const realm = await denmark();
  const { hamlet, othello, followers, channelId } = realm;
  const id = await hamlet.sendToChannel(channelId);
  await follow(realm);
  const expected = followers.map((follower) => ({ user_id: follower.id, message_id: id }));
  const keys = async () => (await noticesIn(realm)).map(({ user_id, message_id }) => ({ user_id, message_id }));
  assert.deepEqual(
    await keys(),
    expected.toSorted((a, b) => a.user_id - b.user_id),
  );
  const read = (op: string) => othello.callOrThrow("POST", "/messages/flags", { messages: [id], op, flag: "read" });
  for (const content of ["@**Othello**", "@**all**", "@**Othello** @**Cordelia**"]) {
    await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content });
    await follow(realm);
    await read("add");
    await follow(realm);
    await read("remove");
  }
  await follow(realm);
  assert.equal((await keys()).length, followers.length);
});

test("a burst with more notifications than one transaction may process is split into several transactions", async () => {
  const realm = await denmark();
  const { hamlet, followers, channelId } = realm;
  const ids = [];
  for (let n = 0; n < 5; n += 1) ids.push(await hamlet.sendToChannel(channelId));
  // With three notifications per message, the limit of 7 allows two messages per transaction.
  assert.equal(await follow(realm, { maxNotifications: 7 }), 3);
  const notices = await noticesIn(realm);
  assert.equal(notices.length, followers.length * ids.length);
  // An event that exceeds the limit alone is processed in its own transaction.
  await hamlet.sendToChannel(channelId);
  assert.equal(await follow(realm, { maxNotifications: 1 }), 1);
  assert.equal((await noticesIn(realm)).length, followers.length * (ids.length + 1));
});

/** Creates a transport that records the retractions it gets. */
function recordingCarrier(name: NotificationTransport["name"]) {
  const retracted: EndedNotification[] = [];
  const carrier: NotificationTransport = {
    name,
    notify: async () => undefined,
    retract: async (_tx, _at, gone) => void retracted.push(...gone),
  };
  return { carrier, retracted };
}

test("if a user reads thousands of messages at once, the database returns few rows, and phones get only the newest retractions", async () => {
  const realm = await denmark();
  const { hamlet, othello, channelId } = realm;
  const ids = await addMissedMessages(realm, { channelId, sender: hamlet, reader: othello, count: 3000 });
  await othello.callOrThrow("POST", "/mark_all_as_read");
  const { carrier, retracted } = recordingCarrier("phone");
  const work = await countStatements(server.db.pool, () => follow(realm, { transports: [carrier] }));
  assert.ok(work.rows < 250, `${work.rows} rows`);
  assert.deepEqual(
    retracted.map(({ messageId }) => messageId).toSorted((a, b) => a - b),
    ids.slice(-200),
  );
  assert.ok((await noticesIn(realm)).every(({ ended_at }) => ended_at !== null));
});

test("if a user leaves a channel with thousands of missed messages, their notifications end in pages", async () => {
  const realm = await denmark();
  const { hamlet, othello, channelId } = realm;
  const ids = await addMissedMessages(realm, { channelId, sender: hamlet, reader: othello, count: 2500 });
  const unread = await hamlet.sendDirectMessage(othello);
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  const { carrier, retracted } = recordingCarrier("phone");
  const statements = await recordStatements(server.db.pool, () => follow(realm, { transports: [carrier] }));
  const maxRows = Math.max(...statements.map(({ rows }) => rows));
  assert.ok(maxRows <= 1000, `${maxRows} rows in one statement`);
  assert.deepEqual(
    retracted.map(({ messageId }) => messageId).toSorted((a, b) => a - b),
    ids.slice(-200),
  );
  const open = (await noticesIn(realm)).filter(({ ended_at }) => ended_at === null);
  assert.deepEqual(
    open.map(({ message_id: id }) => id),
    [unread],
  );
});
