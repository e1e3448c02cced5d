// Slow: starts, kills and restarts servers with a lot of data.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openServerDatabase, lockRows, ServerProcess } from "@parlance/testkit";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { MAX_DELETE_BATCH } from "./actions/delete-messages.ts";
import { deleteExpiredMessagesJob } from "./jobs.ts";
import {
  deletedIds,
  topicIds,
  waitForUnsubscribe,
  waitForMessageLock,
  insertManyMessages,
} from "./fixtures/delete-messages.ts";

test("if the server is killed while deleting expired messages, only complete batches are deleted, and the rest is deleted after the restart", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const channel = await owner.createChannel("castle", [owner, member]);
  const ids = await insertManyMessages(member, channel, "ghost", 2 * MAX_DELETE_BATCH + 50);
  await owner.callOrThrow("PATCH", `/streams/${channel}`, { message_retention_days: 7 });
  const client = await member.registerQueue();

  const db = await openServerDatabase(server);
  await db.write((tx) =>
    sql`update message set sent_at = now() - interval '9 days' where id = any(${ids}::bigint[])`.execute(tx),
  );
  // Locks a message of the third batch, so that the server stops before deleting this batch. The lock does not block
  // search indexing.
  const release = await lockRows(db, sql`select from message where id = ${ids.at(-10)} for no key update`);
  await db.write(async (tx) => enqueueJob(tx, deleteExpiredMessagesJob, {}));
  await waitForUnsubscribe(db, ids, 60);
  await waitForMessageLock({ db }, 1);
  await server.kill({ database: false });
  await release();
  await db.close();

  await server.restart();
  const left = await topicIds(member, channel, "ghost");
  assert.deepEqual(left, ids.slice(ids.length - left.length));
  assert.ok(left.length > 0 && left.length <= 60, String(left.length));
  const { lastEventId } = await member.registerQueue();
  const gone = deletedIds(await client.eventsUpTo(lastEventId));
  assert.deepEqual(
    gone.filter((id) => ids.includes(id)),
    ids.slice(0, ids.length - left.length),
  );

  const again = await openServerDatabase(server);
  t.after(() => again.close());
  const log = createLogger({ level: "silent" });
  const signal = new AbortController().signal;
  await deleteExpiredMessagesJob.run({ db: again, clock: systemClock, log, signal }, {});
  assert.deepEqual(await topicIds(member, channel, "ghost"), []);
  const received: number[] = [];
  // Events that another process has written reach the server within a second.
  while (received.length < left.length) received.push(...deletedIds(await client.poll({ block: true })));
  assert.deepEqual(received, left);
});
