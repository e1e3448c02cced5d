// Slow: starts and kills processes several times.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "kysely";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import {
  openServerDatabase,
  lockRows,
  ServerProcess,
  untilTransactionsBlocked,
  withServerDatabase,
  until,
} from "@parlance/testkit";
import { readExportBytes } from "./fixtures/read-export-content.ts";

/** Returns the names of stored export files, and of unfinished files. */
async function stored({ dataDir }: ServerProcess) {
  const namesIn = async (folder: string) => readdir(join(dataDir, "uploads", folder)).catch(() => []);
  return { whole: await namesIn("exports"), unfinished: await namesIn(".unfinished") };
}

/**
 * Returns the jobs of a killed process to the queue. The queue itself would do this only after a long time without
 * heartbeats.
 */
async function retryActiveJobs(db: PostgresDatabase): Promise<void> {
  await db.pool.query(`update jobs.job set state = 'retry', start_after = now() where state = 'active'`);
}

/** Blocks exports at a point at which most of the file is written. */
const blockSnapshot = (db: PostgresDatabase) => lockRows(db, sql`lock table draft in access exclusive mode`);

test("an export that is interrupted when the server is killed is repeated after each restart until it is complete, without leaving other files behind", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner } = await server.demoUsers();
  assert.ok(owner);
  const client = await owner.registerQueue();

  const during = await openServerDatabase(server);
  const openTable = await blockSnapshot(during);
  const { id } = await owner.callOrThrow("POST", "/export/realm", { export_type: 2 });
  await untilTransactionsBlocked({ db: during }, 1, "draft");
  const cutOff = await stored(server);
  assert.deepEqual([cutOff.whole, cutOff.unfinished.length], [[], 1]);
  await server.kill({ database: true });
  await openTable();
  await during.close();

  await server.restart();
  assert.deepEqual(await stored(server), { whole: [], unfinished: [] });
  const after = await openServerDatabase(server);
  const letRead = await blockSnapshot(after);
  await retryActiveJobs(after);
  await untilTransactionsBlocked({ db: after }, 1, "draft");
  const letFinish = await lockRows(after, sql`select from realm_export for update`);
  await letRead();
  await untilTransactionsBlocked({ db: after }, 1, "realm_export");
  assert.equal((await stored(server)).whole.length, 1);
  await server.kill({ database: true });
  await letFinish();
  await after.close();

  await server.restart();
  await withServerDatabase(server, retryActiveJobs);
  const state = async () => (await owner.callOrThrow("GET", "/export/realm")).exports.find((one) => one.id === id);
  await until(async () => (await state())?.pending === false);
  const { export_url: url, failed_timestamp: failedAt } = (await state())!;
  assert.equal(failedAt, null);
  const { bytes } = await owner.fetch(new URL(url ?? "").pathname);
  assert.ok(((await readExportBytes(bytes)).rows.get("message")?.length ?? 0) > 10);
  const { whole, unfinished } = await stored(server);
  assert.deepEqual([whole.length, unfinished], [1, []]);
  const { lastEventId } = await owner.registerQueue();
  const events = await client.eventsUpTo(lastEventId);
  assert.equal(events.filter(({ type }) => type === "message").length, 1);
  assert.equal(events.filter(({ type }) => type === "realm_export").length, 2);
});
