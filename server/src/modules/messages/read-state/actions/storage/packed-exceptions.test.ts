import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  clock,
  createTestOrganization,
  type TestUser,
  startServer,
  type TestOrganization,
  watchEvents,
  writeRowsDirectly,
} from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { packUnreadExceptions } from "#modules/messages/read-state/jobs.ts";

const server = await startServer();
const quiet = { send_new_subscription_messages: false };
const MESSAGES = 4000;
const CHUNK = 1024;

/** Creates a channel of Othello to which Hamlet is subscribed. Hamlet has read all messages. */
async function denmark() {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const channel = await othello.createChannel("denmark", [othello, hamlet], quiet);
  await hamlet.callOrThrow("POST", "/mark_all_as_read");
  return { ...realm, channel };
}

/** Inserts messages by Othello into a channel, without emitting events. Returns their ids, ascending. */
const fill = (realm: TestOrganization, channelId: number, count: number): Promise<number[]> =>
  writeRowsDirectly(realm, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with sent as (
        insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
        select nextval('message_id'), ${realm.realmId}, channel.recipient_id, ${realm.othello.id}, 't', 't', 'Hi', '<p>Hi</p>',
          now(), 'test'
        from channel, generate_series(1, ${count}::int) where channel.id = ${channelId}
        returning id
      ), counter as (
        update realm_counter set last_message_id = (select max(id) from sent) where realm_id = ${realm.realmId}
      )
      select id from sent order by id`.execute(tx);
    return rows.map(({ id }) => id);
  });

const flag = (person: TestUser, op: string, messages: readonly number[]) =>
  person.callOrThrow("POST", "/messages/flags", { messages, op, flag: "read" });

async function unreadOf(person: TestUser): Promise<number[]> {
  const { unread_msgs: unread } = (await person.registerQueue()).state;
  const conversations: { unread_message_ids: number[] }[] = [...unread.streams, ...unread.pms];
  return conversations.flatMap((one) => one.unread_message_ids).sort((a, b) => a - b);
}

async function pack(): Promise<void> {
  const log = createLogger({ level: "error" });
  await packUnreadExceptions.run({ db: server.db, clock, log, signal: new AbortController().signal }, {});
}

async function rowsOf({ id }: TestUser): Promise<{ single: number; packed: number }> {
  const { rows } = await sql<{ single: number; packed: number }>`
    select (select count(*) from unread_exception where user_id = ${id}) as single,
      (select count(*) from unread_exception_chunk where user_id = ${id}) as packed`.execute(server.db.reader);
  const [row] = rows;
  assert.ok(row);
  return row;
}

/**
 * Lets Hamlet read most messages of a channel, but leave every twelfth unread, and packs the exceptions (unread
 * messages below the watermark).
 */
async function readsHereAndThere(count = MESSAGES) {
  const realm = await denmark();
  const { hamlet, channel } = realm;
  const ids = await fill(realm, channel, count);
  const left = ids.filter((_, n) => n % 12 === 0);
  for (let from = 0; from < ids.length; from += 1000) {
    await flag(
      hamlet,
      "add",
      ids.slice(from, from + 1000).filter((id) => !left.includes(id)),
    );
  }
  assert.ok((await rowsOf(hamlet)).single > 100);
  await pack();
  const { single, packed } = await rowsOf(hamlet);
  assert.equal(single, 0);
  assert.ok(packed > 0);
  return { ...realm, ids, left, packed };
}

test("the exceptions of a user who leaves scattered messages unread need at most one row per 1,024 message ids, and none once all are read", async () => {
  const { hamlet, ids, left, packed } = await readsHereAndThere();
  const chunks = new Set(ids.map((id) => Math.floor(id / CHUNK))).size;
  assert.ok(packed <= chunks, `${packed} rows for ${chunks} chunks`);
  // No two unread messages are consecutive here, so without packing each would need its own row.
  assert.ok(packed <= left.length / 10);
  assert.deepEqual(await unreadOf(hamlet), left);
  // Marking messages as read removes them from the packed rows, until none are left.
  for (let from = 0; from < left.length; from += 100) await flag(hamlet, "add", left.slice(from, from + 100));
  assert.deepEqual(await unreadOf(hamlet), []);
  assert.deepEqual(await rowsOf(hamlet), { single: 0, packed: 0 });
});

test("packed exceptions are removed when their messages are marked as read, moved to another channel or deleted, or when the user unsubscribes", async () => {
  const { hamlet, othello, desdemona, channel, left } = await readsHereAndThere(2500);
  const [deleted, moved, again, topic] = left as [number, number, number, number];
  await desdemona.callOrThrow("DELETE", `/messages/${deleted}`);
  await othello.createChannel("norway", [othello], quiet);
  const norway = await othello.createChannel("sweden", [othello, desdemona], quiet);
  await desdemona.callOrThrow("PATCH", `/messages/${moved}`, { stream_id: norway, propagate_mode: "change_one" });
  await flag(hamlet, "add", [again]);
  await flag(hamlet, "remove", [again]);
  await desdemona.callOrThrow("PATCH", `/messages/${topic}`, { topic: "other", propagate_mode: "change_one" });
  await watchEvents([hamlet], () =>
    hamlet.callOrThrow("POST", "/mark_topic_as_read", { stream_id: channel, topic_name: "other" }),
  );
  const rest = left.filter((id) => ![deleted, moved, topic].includes(id));
  assert.deepEqual(await unreadOf(hamlet), rest);
  await pack();
  assert.deepEqual(await unreadOf(hamlet), rest);

  await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  assert.deepEqual(await rowsOf(hamlet), { single: 0, packed: 0 });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  assert.deepEqual(await unreadOf(hamlet), []);
});

test("marking a channel or all messages as read also removes packed exceptions", async () => {
  for (const isChannel of [true, false]) {
    const { hamlet, channel } = await readsHereAndThere(2500);
    await watchEvents([hamlet], () =>
      isChannel
        ? hamlet.callOrThrow("POST", "/mark_stream_as_read", { stream_id: channel })
        : hamlet.callOrThrow("POST", "/mark_all_as_read"),
    );
    assert.deepEqual(await unreadOf(hamlet), []);
    assert.deepEqual(await rowsOf(hamlet), { single: 0, packed: 0 });
  }
});

test("muting a sender removes the packed exceptions for the sender's messages", async () => {
  const { hamlet, othello } = await readsHereAndThere(2500);
  await watchEvents([hamlet], () => hamlet.callOrThrow("POST", `/users/me/muted_users/${othello.id}`));
  assert.deepEqual(await unreadOf(hamlet), []);
  assert.deepEqual(await rowsOf(hamlet), { single: 0, packed: 0 });
});

test("flag changes that happen while exceptions are being packed are neither lost nor reverted", async () => {
  const { hamlet, ids } = await denmarkWithOwnUnread();
  const read = ids.filter((_, n) => n % 2 === 0);
  await Promise.all([
    ...Array.from({ length: 5 }, pack),
    ...read.map((id) => flag(hamlet, "add", [id])),
    flag(hamlet, "remove", ids.slice(0, 5)),
  ]);
  await flag(hamlet, "add", read);
  const unread = ids.filter((id) => !read.includes(id));
  assert.deepEqual(await unreadOf(hamlet), unread);
  await flag(hamlet, "add", unread);
  assert.deepEqual(await unreadOf(hamlet), []);
  assert.deepEqual(await rowsOf(hamlet), { single: 0, packed: 0 });
});

/** Lets Hamlet send messages that are unread for Hamlet, as programs can do. */
async function denmarkWithOwnUnread() {
  const realm = await denmark();
  const ids: number[] = [];
  for (let n = 0; n < 120; n += 1) ids.push(await realm.hamlet.sendToChannel(realm.channel, { read_by_sender: false }));
  return { ...realm, ids };
}
