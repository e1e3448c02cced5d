import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createTestOrganization } from "@parlance/testkit";
import { CUSTOM_PLAN } from "./pool.ts";

test("losing the connection in the middle of a transaction fails only that transaction", async () => {
  const { hamlet, server } = await createTestOrganization();
  const { db } = server;
  const write = db.write(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(db.reader);
    // Gives the driver time to notice the closed connection while no statement is running.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(write);
  await hamlet.callOrThrow("GET", "/users/me");
});

test("a statement is planned once for all values, but a statement with the marker CUSTOM_PLAN is planned for its actual values", async () => {
  const { server } = await createTestOrganization();
  const plans = await server.db.write(async (tx) => {
    for (const ids of [[1], [1, 2, 3], []]) {
      await sql`select id from message where id = any(${ids}::bigint[])`.execute(tx);
    }
    const { rows } = await sql<{ once: number; each: number }>`
      select generic_plans::int as once, custom_plans::int as each from pg_prepared_statements
      where statement like 'select id from message where id = any(%'`.execute(tx);
    return rows;
  });
  assert.deepEqual(plans, [{ once: 3, each: 0 }]);

  const modes = await server.db.write(async (tx) => {
    const anew = sql<{ mode: string }>`
      select ${sql.raw(CUSTOM_PLAN)} current_setting('plan_cache_mode') as mode where ${1}::int = 1`;
    const plain = sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode where ${1}::int = 1`;
    return [await anew.execute(tx), await plain.execute(tx)].map(({ rows }) => rows[0]?.mode);
  });
  assert.deepEqual(modes, ["force_custom_plan", "force_generic_plan"]);
});
