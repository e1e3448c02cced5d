import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "@parlance/testkit";
import { PostgresDatabase } from "../unit-of-work/postgres-database.ts";

const { connection } = await createTestDatabase();

test("closing a database whose reader was never used still closes its connections", async () => {
  const db = new PostgresDatabase({ connection, poolSize: 1, onError: () => undefined });
  (await db.pool.connect()).release();
  await db.close();
  assert.equal(db.pool.totalCount, 0);
});
