// Tests of undocumented behavior of pg and Kysely that this folder and unit-of-work rely on. If an upgrade of a library
// breaks a test, look first at the file that the test's title names.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { sql, Transaction } from "kysely";
import pg from "pg";
import { createTestDatabase } from "@parlance/testkit";
import { PostgresDatabase } from "../unit-of-work/postgres-database.ts";
import { findOutage } from "./outage.ts";
import { openPool } from "./pool.ts";
import type { Tx } from "./types.ts";

const { db, connection } = await createTestDatabase();

function poolOfOne(t: TestContext, settings = connection): pg.Pool {
  const pool = openPool(settings, 1, () => undefined);
  t.after(() => pool.end());
  return pool;
}

/** Starts a TCP server that accepts connections and never responds. Returns the settings to connect to it. */
async function silence(t: TestContext) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on("error", () => undefined))).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port, user: "u", database: "d" };
}

function newClient(settings: pg.ClientConfig): pg.Client {
  const client = new pg.Client(settings);
  // The next query reports a connection error too.
  client.on("error", () => undefined);
  return client;
}

async function connected(): Promise<pg.Client> {
  const client = newClient(connection);
  await client.connect();
  return client;
}

test("pg: destroying the stream ends an attempt to connect (database-inspection.ts)", async (t) => {
  const client = newClient(await silence(t));
  const connecting = client.connect();
  client.connection.stream.destroy();
  await assert.rejects(connecting, "database-inspection.ts would wait for ever");
});

test("pg: a statement is in the stream when query() returns, even while an earlier statement awaits its result (pool.ts)", async (t) => {
  const client = await poolOfOne(t).connect();
  const { stream } = client.connection;
  const lengths = [stream.writableLength];
  const answers = ["select 1", "select 2"].map((text) => {
    const answer = client.query(text);
    lengths.push(stream.writableLength);
    return answer;
  });
  const { writableCorked } = stream;
  await Promise.all(answers);
  client.release();
  assert.equal(writableCorked, 1, "pool.ts corks this stream, so that the statements of one turn are sent together");
  const [before = 0, first = 0, second = 0] = lengths;
  assert.ok(before < first, "what pool.ts corks is not what pg writes to");
  assert.ok(first < second, "transaction.ts sends statements without waiting for answers, which `pipeline` is to do");
});

test("pg: a pool emits `connect` for a new connection before any caller gets the connection (pool.ts)", async (t) => {
  const pool = poolOfOne(t);
  await pool.query("select 'asked of the pool', $1::int", [1]);
  const { rows } = await pool.query<{ statement: string }>("select statement from pg_prepared_statements");
  const names = "pool.ts names statements by client.query, which it replaces on `connect`, and pool.query() evades it";
  assert.deepEqual(rows, [{ statement: "select 'asked of the pool', $1::int" }], names);
});

test("pg: pool.query() uses connect() (pool.ts)", async (t) => {
  const unreachable = { host: "127.0.0.1", port: 1, user: "u", database: "d" };
  const knows = "pool.ts notes refusals in pool.connect, which it replaces, and pool.query() evades it";
  await assert.rejects(poolOfOne(t, unreachable).query("select 1"), (error) => findOutage(error) === "away", knows);
});

/** Ways in which connecting or a query fails when the connection is cut. */
const failing: Readonly<Record<string, () => Promise<unknown>>> = {
  "query, then disconnect": async () => {
    const client = await connected();
    const query = client.query("select pg_sleep(9)");
    client.connection.stream.destroy();
    await query;
  },
  "disconnect, then query": async () => {
    const client = await connected();
    client.connection.stream.destroy();
    await once(client, "end");
    await client.query("select 1");
  },
  "close, then query": async () => {
    const client = await connected();
    await client.end();
    await client.query("select 1");
  },
};

test("pg: errors without a code have the messages that findOutage() recognizes (outage.ts)", async (t) => {
  const [silent, briefly] = [await silence(t), { connectionTimeoutMillis: 50 }];
  const crowded = new pg.Pool({ ...connection, max: 1 });
  const client = await crowded.connect();
  // Set only after connecting, which may take longer than this timeout.
  Object.assign(crowded.options, briefly);
  const outageIn = (act: () => Promise<unknown>) => act().then(() => "none", findOutage);
  assert.equal(await outageIn(() => crowded.connect()), "crowded");
  client.release();
  await crowded.end();
  assert.equal(await outageIn(() => newClient({ ...silent, ...briefly }).connect()), "away");
  for (const [what, fail] of Object.entries(failing)) assert.equal(await outageIn(fail), "away", what);
});

test("Kysely: statements are run with query(text, values), including those in transactions (pool.ts)", async (t) => {
  const own = new PostgresDatabase({ connection, poolSize: 1, onError: () => undefined });
  t.after(() => own.close());
  await own.snapshot((at) => at.selectFrom("realm").select("id").limit(1).execute());
  const { rows } = await own.pool.query<{ statement: string }>("select statement from pg_prepared_statements");
  const names = "pool.ts names statements that come so, but for those that control transactions";
  assert.deepEqual(rows, [{ statement: 'select "id" from "realm" limit $1' }], names);
});

const statements: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  select: (tx) => tx.selectFrom("server_fact").select("key").execute(),
  "select one": (tx) => tx.selectFrom("server_fact").select("key").executeTakeFirst(),
  insert: (tx) => tx.insertInto("server_fact").values({ key: "a", value: "b" }).execute(),
  update: (tx) => tx.updateTable("server_fact").set({ value: "c" }).execute(),
  delete: (tx) => tx.deleteFrom("server_fact").where("key", "=", "a").execute(),
  raw: (tx) => sql`select 1`.execute(tx),
};

test("Kysely: when execute() returns, the statement has been sent (transaction.ts)", async () => {
  let client: pg.PoolClient | undefined;
  db.pool.once("acquire", (acquired) => (client = acquired));
  await db.write(async (tx) => {
    assert.ok(tx instanceof Transaction && tx.isTransaction, "transaction.ts makes transactions of an executor alone");
    await sql`select 'all that came before is sent'`.execute(tx);
    for (const [kind, run] of Object.entries(statements)) {
      const answer = run(tx);
      const isSent = (client?.connection.stream.writableLength ?? 0) > 0;
      await answer;
      assert.ok(isSent, `statements must run in the order of their calls, but this one waits: ${kind}`);
    }
  });
});

test("Kysely: destroy() ends the pool if Kysely has used it, and pool.ending shows this (postgres-database.ts)", async () => {
  const own = new PostgresDatabase({ connection, poolSize: 1, onError: () => undefined });
  await own.reader.selectFrom("realm").select("id").limit(1).execute();
  const { ending } = own.pool;
  await own.reader.destroy();
  assert.deepEqual(
    [ending, own.pool.ending],
    [false, true],
    "database.ts ends the pool itself unless this property is true",
  );
  await own.close();
});
