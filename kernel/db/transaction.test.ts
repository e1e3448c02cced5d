import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type pg from "pg";
import { createTestDatabase } from "@parlance/testkit";
import { pipelined } from "./pipeline.ts";
import { isRolledBack, sendNow } from "./transaction.ts";
import type { Tx } from "./types.ts";

const { db } = await createTestDatabase();

const names = async (name: string) =>
  (await db.reader.selectFrom("realm").select("name").where("name", "=", name).execute()).length;

const insert = (name: string) =>
  sql`insert into realm (subdomain, name, created_at) values (${crypto.randomUUID()}, ${name}, now())`;

test("a statement that is not awaited is committed with the rest of the transaction", async () => {
  const name = crypto.randomUUID();
  await db.write(async (tx) => void sendNow(tx, insert(name)));
  assert.equal(await names(name), 1);
});

test("if a statement that is not awaited fails, its error is thrown and the whole transaction is rolled back", async () => {
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
    assert.ok(isRolledBack(error));
  }
  assert.equal(await names(name), 0);
});

type Runner = (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>;
const runners: Readonly<Record<string, Runner>> = {
  transaction: (work) => db.write(work),
  snapshot: (work) => db.snapshot((_, tx) => work(tx)),
};

for (const [kind, run] of Object.entries(runners)) {
  test(`independent statements of a ${kind} are all sent before the first result arrives`, async () => {
    const answered: string[] = [];
    const one = (name: string) => (tx: Tx) =>
      sql`select ${name}::text`.execute(tx).then(() => void answered.push(name));
    const sent: string[][] = [];
    db.pool.once("acquire", (client: pg.PoolClient) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      const noting = (text: string, ...rest: unknown[]) => {
        if (text.startsWith("select $1")) sent.push([...answered]);
        return query(text, ...rest);
      };
      Object.assign(client, { query: noting });
      db.pool.once("release", () => Object.assign(client, { query }));
    });
    await run((tx) => pipelined([one("one")(tx), one("two")(tx), one("three")(tx)]));
    assert.deepEqual(sent, [[], [], []]);
    assert.deepEqual(answered, ["one", "two", "three"]);
  });
}
