// Slow: starts, kills and restarts servers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openServerDatabase, lockRows, ServerProcess } from "@parlance/testkit";
import { MAX_DELETE_BATCH } from "./actions/delete-messages.ts";
import {
  deleteTopicAs,
  deletedIds,
  topicIds,
  waitForUnsubscribe,
  waitForMessageLock,
  insertManyMessages,
} from "./fixtures/delete-messages.ts";

test("if the server is killed while deleting a topic, only complete batches are deleted, and the deletion can be finished after the restart", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const channel = await owner.createChannel("castle", [owner, member]);
  const ids = await insertManyMessages(member, channel, "ghost", 2 * MAX_DELETE_BATCH + 50);
  const client = await member.registerQueue();

  const db = await openServerDatabase(server);
  // Locks a message of the third batch, so that the server stops before deleting this batch. The lock does not block
  // search indexing.
  const release = await lockRows(db, sql`select from message where id = ${ids[20]} for no key update`);
  const deleting = deleteTopicAs(owner, channel, "ghost").catch(() => undefined);
  await waitForUnsubscribe(db, ids, 50);
  await waitForMessageLock({ db }, 1);
  await server.kill({ database: false });
  await deleting;
  await release();
  await db.close();

  await server.restart();
  assert.deepEqual(await topicIds(member, channel, "ghost"), ids.slice(0, 50));
  const { lastEventId } = await member.registerQueue();
  assert.deepEqual(deletedIds(await client.eventsUpTo(lastEventId)), [
    ...ids.slice(-MAX_DELETE_BATCH),
    ...ids.slice(50, 50 + MAX_DELETE_BATCH),
  ]);
  assert.equal((await deleteTopicAs(owner, channel, "ghost"))["complete"], true);
  assert.deepEqual(await topicIds(member, channel, "ghost"), []);
  assert.deepEqual(deletedIds(await client.poll()), ids.slice(0, 50));
});
