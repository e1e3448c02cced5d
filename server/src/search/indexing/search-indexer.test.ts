import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addLargeMessages,
  LARGE_WORD,
  createTestOrganization,
  startServerBeside,
  startServer,
  type TestOrganization,
  until,
} from "@parlance/testkit";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { type IndexBatchResult, indexNextMessages } from "../actions/index-next-messages.ts";
import { reindexStaleMessages } from "../actions/reindex-stale-messages.ts";
import { reindexMessages } from "../actions/reindex-messages.ts";
import { foundMessages, idsIn, index, not, searchAs } from "../fixtures/searching.ts";
import { indexPendingMessages } from "./search-indexer.ts";

async function channelOf({ hamlet, othello }: TestOrganization): Promise<number> {
  return hamlet.createChannel("court", [hamlet, othello]);
}

/** Returns the ids of an organization's indexed messages, and the id up to which all its messages have been indexed. */
async function indexed({ realmId, server }: TestOrganization) {
  const rows = await server.db.reader
    .selectFrom("message_search")
    .innerJoin("message", "message.id", "message_id")
    .select("message.id")
    .where("realm_id", "=", realmId)
    .orderBy("message.id")
    .execute();
  const progress = await server.db.reader
    .selectFrom("search_progress")
    .select("indexed_up_to")
    .where("realm_id", "=", realmId)
    .executeTakeFirst();
  return { ids: rows.map(({ id }) => id), upTo: progress?.indexed_up_to ?? 0 };
}

async function messagesOf({ realmId, server }: TestOrganization): Promise<number[]> {
  const rows = await server.db.reader
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

test("a running server indexes new messages automatically, and a search then finds them", async () => {
  const server = await startServer({}, { withJobs: true });
  const realm = await createTestOrganization(server);
  const channel = await channelOf(realm);
  const last = await realm.hamlet.sendToChannel(channel, { content: "crown" });
  await until(async () => (await indexed(realm)).upTo >= last);
  assert.deepEqual((await indexed(realm)).ids, await messagesOf(realm));
  assert.deepEqual(idsIn(await searchAs(realm.othello, ["crowns"])), [last]);
});

test("if several processes index at the same time, each message is indexed exactly once", async () => {
  const realm = await createTestOrganization();
  const channel = await channelOf(realm);
  const beside = await startServerBeside(realm.server);
  const log = createLogger({ level: "silent" });
  const sends = Array.from({ length: 40 }, (_, n) => realm.hamlet.sendToChannel(channel, { content: `crown ${n}` }));
  const runs = [realm.server, beside, realm.server, beside].map(({ db }) => indexPendingMessages(db, log));
  await Promise.all([...sends, ...runs]);
  await index(realm);
  assert.deepEqual((await indexed(realm)).ids, await messagesOf(realm));
});

test("a message that was edited before the indexer reached it is found only by its new text, before and after indexing", async () => {
  const realm = await createTestOrganization();
  const { db } = realm.server;
  const channel = await channelOf(realm);
  const id = await realm.hamlet.sendToChannel(channel, { content: "crown" });
  await db.write(async (tx) => {
    const now = { content: "horse", rendered_content: "<p>horse</p>" };
    await tx.updateTable("message").set(now).where("id", "=", id).execute();
    // The id `id + 1000` belongs to no message, and is ignored.
    await reindexMessages(tx, [id + 1000, id]);
  });
  for (const state of ["before the others", "with the others"]) {
    assert.deepEqual([state, idsIn(await searchAs(realm.othello, ["horses"]))], [state, [id]]);
    assert.deepEqual([state, idsIn(await searchAs(realm.othello, ["crown"]))], [state, []]);
    await index(realm);
  }
});

/** Runs one kind of indexing until it is done. Returns the number of messages indexed in each batch. */
async function batches(
  { server }: TestOrganization,
  act: (tx: Tx) => Promise<IndexBatchResult | null>,
): Promise<number[]> {
  const written: number[] = [];
  for (let isDone = false; !isDone;) {
    const batch = await server.db.write(act);
    assert.ok(batch);
    written.push(batch.written);
    ({ isDone } = batch);
  }
  return written;
}

test("large messages are indexed in small batches, which limit the memory and stay below the database's timeout", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, realmId, server } = realm;
  const channelId = await channelOf(realm);
  await index(realm);
  const large = { realmId, channelId, senderId: hamlet.id, topic: "large", count: 3 };
  const ids = await addLargeMessages(server.db, large);
  ids.push(await hamlet.sendToChannel(channelId, { topic: "large", content: LARGE_WORD }));
  const finds = async (word: string) => {
    const [first, last] = [{ anchor: "oldest", num_before: 0, num_after: 2 }, { num_before: 2 }] as const;
    return [...idsIn(await searchAs(othello, [word], first)), ...idsIn(await searchAs(othello, [word], last))];
  };
  const ends = [...ids.slice(0, 2), ...ids.slice(-2)];

  assert.deepEqual(await batches(realm, (tx) => indexNextMessages(tx, realmId)), [2, 2]);
  assert.deepEqual((await indexed(realm)).ids, await messagesOf(realm));
  assert.deepEqual(await finds(LARGE_WORD), ends);

  await server.db.write(async (tx) => {
    await tx.updateTable("message").set({ topic: "larger" }).where("id", "in", ids).execute();
    await reindexMessages(tx, ids);
  });
  assert.deepEqual(await batches(realm, (tx) => reindexStaleMessages(tx, realmId)), [2, 2]);
  assert.deepEqual(await finds("larger"), ends);
  assert.deepEqual(
    await server.db.reader.selectFrom("search_stale").selectAll().where("realm_id", "=", realmId).execute(),
    [],
  );
});

test("a search finds all matches, regardless of the message up to which the index has been written", async () => {
  const realm = await createTestOrganization();
  const { db } = realm.server;
  const channel = await channelOf(realm);
  const ids: number[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await realm.hamlet.sendToChannel(channel, { content: `crown ${n}` }));
  const all = await messagesOf(realm);
  for (const upTo of all) {
    // Creates the state in which the index is if the server stops after the batch that ends with this message.
    await db.write(async (tx) => {
      await indexNextMessages(tx, realm.realmId);
      await tx
        .updateTable("search_progress")
        .set({ indexed_up_to: upTo })
        .where("realm_id", "=", realm.realmId)
        .execute();
      await tx.deleteFrom("message_search").where("message_id", ">", upTo).execute();
    });
    assert.deepEqual(idsIn(await searchAs(realm.othello, ["crowns"])), ids);
    const first = await searchAs(realm.othello, ["crowns"], { anchor: "oldest", num_before: 0, num_after: 3 });
    assert.deepEqual(idsIn(first), ids.slice(0, 3));
    const last = await searchAs(realm.othello, ["crowns"], { num_before: 3 });
    assert.deepEqual(idsIn(last), ids.slice(-3));
  }
  assert.deepEqual(await foundMessages(realm, realm.othello, "crown"), ids);
});

test("if the last message is deleted before it is indexed, the index is still marked as complete up to its id", async () => {
  const realm = await createTestOrganization();
  const channel = await channelOf(realm);
  await index(realm);
  const id = await realm.desdemona.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "court" }],
  });
  assert.equal(id.result, "success");
  const last = await realm.desdemona.sendToChannel(channel, { content: "crown" });
  await realm.desdemona.callOrThrow("DELETE", `/messages/${last}`);
  await index(realm);
  assert.equal((await indexed(realm)).upTo, last);
});

test("the messages of a long topic that was renamed are found only by its new name, before and after reindexing", async () => {
  const realm = await createTestOrganization();
  const { desdemona, othello } = realm;
  const channel = await desdemona.createChannel("court", [desdemona, othello]);
  const ids: number[] = [];
  for (let n = 0; n < 25; n += 1)
    ids.push(await desdemona.sendToChannel(channel, { topic: "crowns", content: `knight ${n}` }));
  await index(realm);
  const how = { topic: "horses", propagate_mode: "change_all", send_notification_to_new_thread: false } as const;
  for (const parameters of [how, { ...how, topic: "swords" }]) {
    await desdemona.callOrThrow("PATCH", `/messages/${ids[0]}`, {
      ...parameters,
      send_notification_to_old_thread: false,
    });
  }
  const stale = await realm.server.db.reader
    .selectFrom("search_stale")
    .select("message_id")
    .orderBy("message_id")
    .execute();
  assert.equal(stale.length, ids.length);
  // Edits one of the moved messages, and deletes another.
  await desdemona.callOrThrow("PATCH", `/messages/${ids[3]}`, { content: "king" });
  await desdemona.callOrThrow("DELETE", `/messages/${ids[4]}`);
  const left = ids.filter((id) => id !== ids[4]);
  const knights = left.filter((id) => id !== ids[3]);
  assert.deepEqual(idsIn(await searchAs(othello, ["king"])), [ids[3]]);
  assert.deepEqual(idsIn(await searchAs(othello, [{ operator: "topic", operand: "swords" }, not("knights")])), [
    ids[3],
  ]);
  for (const gone of ["crowns", "horses"]) assert.deepEqual(idsIn(await searchAs(othello, [gone])), []);
  assert.deepEqual(await foundMessages(realm, othello, "knights sword"), knights);
  assert.deepEqual(await foundMessages(realm, othello, "swords"), left);
  assert.deepEqual(await foundMessages(realm, othello, "king"), [ids[3]]);
  for (const gone of ["crowns", "horses"]) assert.deepEqual(await foundMessages(realm, othello, gone), []);
  assert.deepEqual(
    await realm.server.db.reader.selectFrom("search_stale").selectAll().orderBy("message_id").execute(),
    [],
  );
});
