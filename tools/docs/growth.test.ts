import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createTestDatabase } from "@parlance/testkit";

test("docs/growth.md, which describes what limits the growth of tables, mentions every table", async () => {
  const { db } = await createTestDatabase();
  const { rows } = await db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by name",
  );
  const page = await readFile(new URL("../../docs/growth.md", import.meta.url), "utf8");
  const mentioned = new Set([...page.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  const missing = rows.map(({ name }) => name).filter((name) => !mentioned.has(name));
  assert.ok(
    missing.length === 0,
    `docs/growth.md does not mention these tables: ${missing.join(", ")}. Add each to one of its lists, in backquotes, with what adds rows to it and what deletes or limits them.`,
  );
});
