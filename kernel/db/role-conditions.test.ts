import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { isAtLeast, roles, type RoleName } from "@parlance/contract/entities/roles.ts";
import { createTestDatabase } from "@parlance/testkit";
import { isRoleAtLeastInSql } from "./role-conditions.ts";

const { db } = await createTestDatabase();

test("the SQL condition and `isAtLeast` agree on which users have at least a given role", async () => {
  const names = Object.keys(roles) as RoleName[];
  for (const name of names) {
    const role = roles[name];
    for (const least of names) {
      const query = sql<{ holds: boolean }>`select ${isRoleAtLeastInSql(sql`${role}::smallint`, least)} as holds`;
      const { rows } = await query.execute(db.reader);
      const expected = names.indexOf(name) <= names.indexOf(least);
      assert.deepEqual([rows[0]?.holds, isAtLeast(role, least)], [expected, expected], `a ${name} at least a ${least}`);
    }
  }
});
