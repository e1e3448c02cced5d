import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newRealm } from "@parlance/testkit";

test("a database that goes away in the midst of a transaction fails what was asked, and nothing else", async () => {
  const { hamlet, server } = await newRealm();
  const { db } = server;
  const write = db.write(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(db.reader);
    // So that the connection is found to be closed while nobody asks it for anything.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(write);
  await hamlet.does("GET", "/users/me");
});
