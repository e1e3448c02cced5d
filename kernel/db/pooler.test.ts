import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import { createDatabase, DedicatedPostgres, startPgBouncer, withoutPgBouncer } from "@parlance/testkit";
import { PostgresDatabase } from "../unit-of-work/postgres-database.ts";
import { resolveConnections } from "./pooler.ts";

const options = { skip: withoutPgBouncer };

interface Address {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** Address of PostgreSQL itself. */
const directUrl = (withoutPgBouncer ? {} : (await DedicatedPostgres.start()).connection) as Address;
/** Starts a pooler with settings of pgbouncer.ini, and returns the database's address behind it. */
const startPooler = async (settings = {}) =>
  (await startPgBouncer(directUrl, { settings })).connection(directUrl.database);
const url = withoutPgBouncer ? directUrl : await startPooler();

test("a database without a pooler is used directly, for requests too", async (t) => {
  const { connection, dropDatabase } = await createDatabase();
  t.after(dropDatabase);
  assert.deepEqual(await resolveConnections({ url: connection }), { connection, mode: "none" });
});

test("behind a pooler in transaction mode, sessions use the direct address", options, async () => {
  assert.deepEqual(await resolveConnections({ url, directUrl }), {
    connection: directUrl,
    pooler: { connection: url, preparedStatements: false },
    mode: "transaction",
  });
});

for (const server_round_robin of [0, 1]) {
  const title = `transaction mode is detected if the pooler has many free processes (server_round_robin = ${server_round_robin})`;
  test(title, options, async () => {
    const address = await startPooler({ server_round_robin });
    const others = Array.from({ length: 5 }, () => new pg.Client(address));
    for (const other of others) await other.connect();
    // Each query has a process of its own, because all of them run at the same time.
    await Promise.all(others.map((other) => other.query("begin; select pg_advisory_xact_lock_shared(1)")));
    await Promise.all(others.map((other) => other.query("commit")));
    const { mode } = await resolveConnections({ url: address, directUrl });
    for (const other of others) await other.end();
    assert.equal(mode, "transaction");
  });
}

test("behind a pooler in session mode, everything uses the pooler", options, async () => {
  const sessions = await startPooler({ pool_mode: "session" });
  assert.deepEqual(await resolveConnections({ url: sessions }), { connection: sessions, mode: "session" });
});

test(
  "a pooler that passes on the names of prepared statements is refused if statements are to be prepared",
  options,
  async () => {
    const address = await startPooler({ default_pool_size: 1 });
    await assert.rejects(
      resolveConnections({ url: address, directUrl, preparedStatements: true }),
      /prepared_statements is true, but the connection pooler does not keep .* apart\. Set max_prepared_statements/,
    );
    const client = new pg.Client(address);
    await client.connect();
    const { rows } = await client.query("select name from pg_prepared_statements");
    await client.end();
    assert.deepEqual(rows, [], "no statement of the check remains");
  },
);

/** Returns PostgreSQL's settings in a transaction, and the statements that are prepared in its session. */
const inTransaction = (db: PostgresDatabase) =>
  db.write(async (tx) => {
    const { rows } = await sql`
      select current_setting('synchronous_commit') as "commit", current_setting('jit') as jit,
        current_setting('timezone') as timezone, current_setting('idle_in_transaction_session_timeout') as timeout
      where ${true}::boolean`.execute(tx);
    const { rows: prepared } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx);
    return { settings: rows[0], prepared: prepared.length };
  });

test(
  "a transaction through a pooler has the settings of a direct one, and leaves none to the next user of the process",
  options,
  async (t) => {
    const address = await startPooler({ default_pool_size: 1 });
    const open = { connection: directUrl, poolSize: 2, onError: () => undefined };
    const direct = new PostgresDatabase(open);
    const pooled = new PostgresDatabase({ ...open, pooler: { connection: address, preparedStatements: false } });
    t.after(() => Promise.all([direct.close(), pooled.close()]));
    const expected = await inTransaction(direct);
    assert.deepEqual(expected.settings, { commit: "off", jit: "off", timezone: "UTC", timeout: "1min" });
    assert.deepEqual(await inTransaction(pooled), { settings: expected.settings, prepared: 0 });
    const { rows } = await pooled.pool.query("show synchronous_commit");
    assert.deepEqual(rows, [{ synchronous_commit: "on" }]);
  },
);

const mistakes: readonly (readonly [what: string, directUrl: Address | undefined, message: RegExp])[] = [
  [
    "is missing",
    undefined,
    /behind a connection pooler in transaction mode.*Set database.direct_url \(PARLANCE_DATABASE_DIRECT_URL\)/,
  ],
  ["leads to the pooler, too", url, /direct_url .* leads to a connection pooler in transaction mode, too/],
  ["leads to another database", { ...directUrl, database: "postgres" }, /direct_url .* leads to another database/],
];
for (const [what, wrong, message] of mistakes) {
  test(`the error says what to do if the direct address ${what}`, options, async () => {
    await assert.rejects(resolveConnections({ url, directUrl: wrong }), message);
  });
}
