import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  createTestOrganization,
  DedicatedPostgres,
  seconds,
  startServer,
  startServerOnDatabase,
  until,
} from "@parlance/testkit";
import { readFreshMetrics, readMetrics } from "./fixtures/read-metrics.ts";

const server = await startServer();
const { pool } = server.db;

test("metrics show the duration of transactions and flushes, and how often a transaction was tried again", async () => {
  const before = await readMetrics(server);
  let attempts = 0;
  await server.db.write(async () => {
    attempts += 1;
    if (attempts === 1) throw Object.assign(new Error("conflict"), { code: "40001" });
  });
  const after = await readMetrics(server);
  const grown = (name: string) => after.value(name) - before.value(name);
  assert.equal(grown("parlance_database_transaction_duration_seconds_count"), 1);
  assert.equal(grown("parlance_database_flush_duration_seconds_count"), 1);
  assert.ok(grown("parlance_database_transaction_duration_seconds_sum") > 0);
  assert.equal(grown("parlance_database_retries_total"), 1);
});

test("metrics show how many database connections are used, and how long requests wait for one", async () => {
  const { hamlet } = await createTestOrganization(server);
  const before = await readMetrics(server);
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = hamlet.get("/attachments");
  await until(() => pool.waitingCount > 0);
  const during = await readMetrics(server);
  assert.equal(during.value("parlance_database_connections_max"), pool.options.max);
  assert.equal(during.value("parlance_database_connections", { state: "used" }), pool.options.max);
  assert.equal(during.value("parlance_database_connections", { state: "idle" }), 0);
  assert.equal(during.value("parlance_database_waiting"), 1);
  clock.tick(seconds(3));
  for (const connection of connections) connection.release();
  assert.equal((await waiting).status, 200);
  const after = await readMetrics(server);
  assert.ok(after.value("parlance_database_waits_total") > before.value("parlance_database_waits_total"));
  const waited = (page: typeof after) => page.value("parlance_database_wait_seconds_total");
  assert.ok(waited(after) - waited(before) >= 3);
});

test("metrics show the size and the response time of the database, and the space on the disk", async () => {
  const page = await readFreshMetrics(server, clock);
  assert.ok(page.value("parlance_database_size_bytes") > 1_000_000);
  assert.equal(page.value("parlance_database_up"), 1);
  assert.ok(page.value("parlance_database_probe_seconds") > 0);
  const [free, size] = [
    page.value("parlance_data_directory_free_bytes"),
    page.value("parlance_data_directory_size_bytes"),
  ];
  assert.ok(free > 0 && size >= free, `${free} of ${size} bytes`);
});

test("metrics show how far the system's clock was set", async () => {
  const before = (await readMetrics(server)).value("parlance_clock_step_seconds");
  clock.shiftWallClock(seconds(90));
  const after = (await readMetrics(server)).value("parlance_clock_step_seconds");
  assert.equal(Math.round(after - before), 90);
});

test("metrics are available during an outage of the database, and show it; values that need the database are missing", async () => {
  const postgres = await DedicatedPostgres.start();
  const lost = await startServerOnDatabase(postgres.connection, {}, { shared: false });
  await postgres.stop();
  const during = await readFreshMetrics(lost, clock);
  assert.ok(during.has("parlance_database_up"));
  assert.equal(during.value("parlance_database_up"), 0);
  for (const name of ["parlance_search_unindexed_messages", "parlance_mail_unsent", "parlance_database_size_bytes"]) {
    assert.ok(during.names.has(name) && !during.has(name), name);
  }
  await postgres.start();
  await until(async () => (await readFreshMetrics(lost, clock)).value("parlance_database_up") === 1);
  assert.ok((await readFreshMetrics(lost, clock)).has("parlance_mail_unsent"));
});
