import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { testDatabase } from "@parlance/testkit";
import { leftNothing, sendNow } from "./transaction.ts";

const { db } = await testDatabase();

const names = async (name: string) =>
  (await db.reader.selectFrom("realm").select("name").where("name", "=", name).execute()).length;

const insert = (name: string) =>
  sql`insert into realm (subdomain, name, created_at) values (${crypto.randomUUID()}, ${name}, now())`;

test("a statement that nobody waits for is committed with the rest", async () => {
  const name = crypto.randomUUID();
  await db.write(async (tx) => void sendNow(tx, insert(name)));
  assert.equal(await names(name), 1);
});

test("where a statement that nobody waited for fails, its error is told, and nothing is left of the transaction", async () => {
  const name = crypto.randomUUID();
  const failing = (after: "nothing" | "a statement") =>
    db.write(async (tx) => {
      await insert(name).execute(tx);
      void sendNow(tx, sql`select 1 / 0`);
      if (after === "a statement") await insert(name).execute(tx);
    });
  for (const after of ["nothing", "a statement"] as const) {
    const error = await failing(after).catch((thrown: unknown) => thrown);
    assert.equal((error as { code?: string }).code, "22012");
    assert.ok(leftNothing(error));
  }
  assert.equal(await names(name), 0);
});
