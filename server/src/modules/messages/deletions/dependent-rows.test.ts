import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  type ApiResponse,
  createTestOrganization,
  type TestOrganization,
  type TestUser,
  untilTransactionsBlocked,
} from "@parlance/testkit";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";
import { index } from "#search/fixtures/searching.ts";
import { linkTo, uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";
import { deleteMessageAs, deleteTopicAs, insertManyMessages, star } from "./fixtures/delete-messages.ts";

/** Tables whose rows belong to messages. */
const tables = [
  "attachment_message",
  "message_edit",
  "message_flag",
  "message_former_place",
  "message_search",
  "reaction",
  "search_stale",
  "submessage",
  "unread_exception",
] as const;

/** Returns which of the messages have rows in each table, ascending. */
async function dependentRows({ server }: TestOrganization, ids: readonly number[]) {
  const found: Record<string, number[]> = {};
  for (const table of tables) {
    const { rows } = await sql<{ message_id: number }>`
      select distinct message_id from ${sql.table(table)} where message_id = any(${ids}::bigint[])
      order by message_id`.execute(server.db.reader);
    found[table] = rows.map(({ message_id }) => message_id);
  }
  return found;
}

const react = (person: TestUser, message: number): Promise<ApiResponse> =>
  person.post(`/messages/${message}/reactions`, { emoji_name: "octopus" });

const vote = (person: TestUser, message_id: number): Promise<ApiResponse> =>
  person.post("/submessage", {
    message_id,
    msg_type: "widget",
    content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
  });

test("all data of a deleted message is deleted with it, and the data of other messages stays", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago, othello } = realm;
  const [open, hall] = [
    await hamlet.createChannel("open", [hamlet, othello]),
    await hamlet.createChannel("hall", [hamlet, othello]),
  ];
  const content = `/poll Ghost?\nYes\nNo\n${linkTo(await uploadAs(hamlet))}`;
  const pair = [
    await hamlet.sendToChannel(open, { topic: "ghost", content }),
    await hamlet.sendToChannel(open, { topic: "ghost", content }),
  ] as const;
  const others = await insertManyMessages(hamlet, open, "ghost", 20);
  await index(realm);
  // So many messages are reindexed only later.
  const change = { stream_id: hall, propagate_mode: "change_all", send_notification_to_new_thread: false } as const;
  await hamlet.callOrThrow("PATCH", `/messages/${pair[0]}`, change);
  for (const id of pair) {
    await react(othello, id);
    await star(hamlet, id);
    await hamlet.callOrThrow("POST", "/messages/flags", { messages: [id], op: "remove", flag: "read" });
  }
  for (const [table, ids] of Object.entries(await dependentRows(realm, pair)))
    assert.deepEqual([table, ids], [table, pair]);

  assert.equal((await deleteMessageAs(iago, pair[1])).result, "success");
  for (const [table, ids] of Object.entries(await dependentRows(realm, pair))) {
    assert.deepEqual([table, ids], [table, [pair[0]]]);
  }
  assert.equal((await deleteTopicAs(iago, hall, "ghost"))["complete"], true);
  for (const [table, ids] of Object.entries(await dependentRows(realm, [...pair, ...others]))) {
    assert.deepEqual([table, ids], [table, []]);
  }
});

test("reactions, votes, edits and moves that wait while the message is being deleted fail, and leave no data", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, server } = realm;
  const channel = await hamlet.createChannel("open", [hamlet, othello]);
  const message = await hamlet.sendToChannel(channel, { topic: "ghost", content: "/poll Ghost?\nYes\nNo" });
  let deletion: Promise<ApiResponse> | undefined;
  let requests: Promise<ApiResponse>[] = [];
  await server.db.write(async (tx) => {
    await lockPosition(tx, realm.realmId);
    deletion = deleteMessageAs(hamlet, message);
    await untilTransactionsBlocked(server, 1, "realm_counter");
    requests = [
      react(othello, message),
      vote(othello, message),
      hamlet.patch(`/messages/${message}`, { content: "Alas" }),
      hamlet.patch(`/messages/${message}`, { topic: "castle" }),
    ];
    await untilTransactionsBlocked(server, 1 + requests.length);
  });
  assert.equal((await deletion)?.result, "success");
  for (const { msg } of await Promise.all(requests)) assert.equal(msg, "Invalid message(s)");
  for (const [table, ids] of Object.entries(await dependentRows(realm, [message]))) {
    assert.deepEqual([table, ids], [table, []]);
  }
});

test("a reaction or vote that is committed while the deletion waits for it is deleted with the message", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, server } = realm;
  const channel = await hamlet.createChannel("open", [hamlet, othello]);
  for (const add of [react, vote]) {
    const message = await hamlet.sendToChannel(channel, { content: "/poll Ghost?\nYes\nNo" });
    let deletion: Promise<ApiResponse> | undefined;
    let addition: Promise<ApiResponse> | undefined;
    await server.db.write(async (tx) => {
      await lockPosition(tx, realm.realmId);
      addition = add(othello, message);
      await untilTransactionsBlocked(server, 1, "realm_counter");
      deletion = deleteMessageAs(hamlet, message);
      await untilTransactionsBlocked(server, 2);
    });
    assert.equal((await addition)?.result, "success");
    assert.equal((await deletion)?.result, "success");
    for (const [table, ids] of Object.entries(await dependentRows(realm, [message]))) {
      assert.deepEqual([table, ids], [table, []]);
    }
  }
});
