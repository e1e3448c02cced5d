import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import pg from "pg";
import { DedicatedPostgres } from "@parlance/testkit";
import { createLogger } from "../base/log.ts";
import { logOutage, findOutage } from "./outage.ts";

test("if PostgreSQL has no connections left, the log names the two settings that can be changed", async () => {
  const postgres = await DedicatedPostgres.start();
  await postgres.configure("max_connections", 5);
  const open: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client(postgres.connection);
    await client.connect();
    open.push(client);
  };
  await assert.rejects(
    async () => {
      while (true) await connect();
    },
    (error) => {
      const lines = new PassThrough();
      assert.equal(logOutage(createLogger({ level: "info", destination: lines }), error), true);
      assert.match(String(lines.read()), /max_connections.*PARLANCE_DATABASE_POOL_SIZE/);
      assert.equal(findOutage(error), "away");
      return true;
    },
  );
  assert.equal(open.length, 5);
  for (const client of open) await client.end();
});
