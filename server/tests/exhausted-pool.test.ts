import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, fetchPath, createTestOrganization, seconds, startServer, until } from "@parlance/testkit";

const server = await startServer();
const { pool } = server.db;

/** Returns the status and the error code of `GET /ready`. */
async function ready(): Promise<[status: number, code: unknown]> {
  const { status, bytes } = await fetchPath({ port: server.port, host: "127.0.0.1" }, "/ready");
  return [status, (JSON.parse(bytes.toString()) as { code?: string }).code];
}

const EXHAUSTED = [503, "DATABASE_POOL_EXHAUSTED"];
const connectAll = () => Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));

test("a server is not ready once its database pool has been exhausted for five seconds, until a connection is free", async () => {
  const connections = await connectAll();
  assert.deepEqual(await ready(), [200, undefined]);
  clock.tick(seconds(4));
  assert.deepEqual(await ready(), [200, undefined]);
  clock.tick(seconds(2));
  assert.deepEqual(await ready(), EXHAUSTED);
  connections.pop()?.release();
  assert.deepEqual(await ready(), [200, undefined]);
  for (const connection of connections) connection.release();
});

test("a server is not ready while a request has waited for a database connection for more than five seconds", async () => {
  const { hamlet } = await createTestOrganization(server);
  const connections = await connectAll();
  const waiting = [1, 2].map(() => hamlet.get("/attachments"));
  await until(() => pool.waitingCount >= 2);
  clock.tick(seconds(6));
  assert.deepEqual(await ready(), EXHAUSTED);
  // The waiting requests get the released connections, and one more request for a connection keeps waiting.
  const again = pool.connect();
  for (const connection of connections) connection.release();
  for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200);
  (await again).release();
  assert.deepEqual(await ready(), [200, undefined]);
});
