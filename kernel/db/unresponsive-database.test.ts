import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { sql } from "kysely";
import { createTestDatabase } from "@parlance/testkit";
import { PostgresDatabase } from "../unit-of-work/postgres-database.ts";
import { findOutage } from "./outage.ts";
import { CONNECTION_OPTIONS } from "./pool.ts";

const { connection } = await createTestDatabase();

/** Returns a database that accepts connections and never responds. */
async function silentDatabase(t: TestContext): Promise<PostgresDatabase> {
  const sockets: Socket[] = [];
  const silence = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
  silence.listen(0, "127.0.0.1");
  await once(silence, "listening");
  const { port } = silence.address() as AddressInfo;
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silence.close();
  });
  return opened(t, { host: "127.0.0.1", port, user: "parlance", database: "parlance" });
}

function opened(t: TestContext, to: typeof connection): PostgresDatabase {
  const db = new PostgresDatabase({ connection: to, poolSize: 1, onError: () => undefined });
  t.after(() => db.close());
  return db;
}

/** Advances the clock until all timeouts of the calls have expired, and returns the calls' outcomes. */
async function outcomesAfterTimeouts(t: TestContext, start: () => readonly Promise<unknown>[]) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let outcomes: readonly PromiseSettledResult<unknown>[] | undefined;
  void Promise.allSettled(start()).then((settled) => (outcomes = settled));
  for (let waited = 0; waited <= 2 * CONNECTION_OPTIONS.connectionTimeoutMillis; waited += 1000) {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(1000);
  }
  t.mock.timers.reset();
  assert.ok(outcomes, "every call has an outcome after at most twice the timeout");
  return outcomes.map((outcome) => (outcome.status === "rejected" ? findOutage(outcome.reason) : "done"));
}

test("a probe fails within seconds, even for a database that never responds", async (t) => {
  const db = await silentDatabase(t);
  await assert.rejects(db.probe(), (error) => findOutage(error) === "away");
});

test("a query to a database that never responds fails after a timeout", async (t) => {
  const db = await silentDatabase(t);
  const one = sql`select 1`;
  const outcomes = await outcomesAfterTimeouts(t, () => [
    one.execute(db.reader),
    one.execute(db.reader),
    db.write(async (tx) => one.execute(tx)),
    db.flushConnection(),
  ]);
  assert.deepEqual(outcomes, ["away", "crowded", "away", "away"]);
});

test("a query fails after a timeout if all connections remain in use", async (t) => {
  const db = opened(t, connection);
  const client = await db.pool.connect();
  const outcomes = await outcomesAfterTimeouts(t, () => [sql`select 1`.execute(db.reader)]);
  assert.deepEqual(outcomes, ["crowded"]);
  client.release();
  await sql`select 1`.execute(db.reader);
});
