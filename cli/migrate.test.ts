import assert from "node:assert/strict";
import { test } from "node:test";
import { openPool } from "@parlance/kernel/db/pool.ts";
import { createInstallation, runParlanceProcess } from "./fixtures/command-line.ts";

test("an outdated database is migrated only if the operator requests it", async (t) => {
  const installation = await createInstallation(t);
  const pool = openPool({ connectionString: installation.databaseUrl }, 1, () => undefined);
  const client = await pool.connect();
  await client.query("drop schema public cascade; create schema public");
  client.release();
  await pool.end();

  const early = await installation.run(["organization", "list"]);
  assert.equal(early.code, 1);
  assert.match(JSON.parse(early.err).error, /run `parlance migrate` first/);
  const doctor = await installation.run(["doctor"]);
  assert.match(doctor.out, /not applied yet/);

  const first = await runParlanceProcess(["migrate", "--json"], { env: installation.env });
  assert.equal(first.code, 0, first.err);
  assert.ok(first.json.applied.length > 0);
  assert.deepEqual(await installation.runOrThrow(["migrate"]), { applied: [] });
  assert.deepEqual(await installation.runOrThrow(["organization", "list"]), { organizations: [] });
});
