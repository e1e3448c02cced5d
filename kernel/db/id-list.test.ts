import assert from "node:assert/strict";
import { test } from "node:test";
import { type RawBuilder, sql } from "kysely";
import { createTestOrganization } from "@parlance/testkit";
import { idList, isOneOf } from "./id-list.ts";
import type { Tx } from "./types.ts";

/** Returns a statement's generic plan, which PostgreSQL uses for any list of ids. */
async function planOf(tx: Tx, statement: RawBuilder<unknown>): Promise<string> {
  const { sql: text } = statement.compile(tx);
  await sql`${sql.raw(`prepare planned (text) as ${text}`)}`.execute(tx);
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain execute planned ('{1,2,3}')`.execute(tx);
  await sql`deallocate planned`.execute(tx);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

test("a long list is not scanned for every row, even if the table was small when the statement was planned", async () => {
  const { server } = await createTestOrganization();
  await server.db.write(async (tx) => {
    await sql`create temporary table small (id bigint primary key) on commit drop`.execute(tx);
    await sql`insert into small values (1)`.execute(tx);
    await sql`analyze small`.execute(tx);
    const ids = [1, 2, 3];
    const perRow = /Filter: .* ANY/;
    assert.match(await planOf(tx, sql`select from small where id = any(${idList(ids)})`), perRow);
    assert.doesNotMatch(await planOf(tx, sql`select from small where ${isOneOf(sql`id`, ids)}`), perRow);
  });
});
