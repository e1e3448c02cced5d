import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createTestOrganization, startServer, type TestOrganization, type TestServer } from "../index.ts";
import { createTestOrganizationByActions } from "./test-organization.ts";

const FIRST_ID = 1_000_000;
/** A table to which a server writes at any time, independently of requests. */
const BACKGROUND_TABLE = "running_time";

/** Restarts the ids of all tables at the given number. */
async function restartIdsAt({ db }: TestServer, first: number): Promise<void> {
  await db.pool.query(`select setval(format('%I.%I', schemaname, sequencename)::regclass, ${first}) from pg_sequences
    where schemaname = 'public'`);
}

/** Loads all rows of the database, by table. */
async function loadAllRows({ db }: TestServer): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> ${BACKGROUND_TABLE} order by 1`.execute(
    db.reader,
  );
  const rowsOf = async (name: string) => {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(t)::text as text from ${sql.table(name)} t order by 1`.execute(db.reader);
    return rows.map(({ text }) => text);
  };
  return new Map(await Promise.all(tables.map(async ({ name }) => [name, await rowsOf(name)] as const)));
}

/**
 * Replaces the values in rows that differ even between equal organizations: subdomains, times, hashes, and the offsets
 * of ids.
 */
const comparable = (rows: readonly string[], { host }: TestOrganization): string[] =>
  rows
    .map((row) =>
      row
        .replaceAll(host.split(".")[0] as string, "subdomain")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)?/g, "moment")
        .replaceAll(/\b\d{10}(\.\d+)?\b/g, "moment")
        .replaceAll(/\b[0-9a-f]{32,64}\b/g, "hash")
        .replaceAll(/\b[1-9]\d{6}\b/g, (id) => `#${Number(id) % FIRST_ID}`),
    )
    .toSorted();

test("an organization that is created from the template has the same rows as one created with the product's own actions", async () => {
  const server = await startServer();
  const before = await loadAllRows(server);
  await restartIdsAt(server, FIRST_ID);
  const made = await createTestOrganizationByActions(server);
  const between = await loadAllRows(server);
  await restartIdsAt(server, 2 * FIRST_ID);
  const alike = await createTestOrganization(server);
  const after = await loadAllRows(server);

  let compared = 0;
  for (const [table, rows] of after) {
    const [old, older] = [new Set(between.get(table)), new Set(before.get(table))];
    const of = (realm: TestOrganization, added: readonly string[]) => comparable(added, realm);
    const original = of(
      made,
      [...old].filter((row) => !older.has(row)),
    );
    assert.deepEqual(
      of(
        alike,
        rows.filter((row) => !old.has(row)),
      ),
      original,
      table,
    );
    compared += original.length;
  }
  assert.ok(compared > 50);
});
