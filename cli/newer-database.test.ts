import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import pg from "pg";
import { version } from "@parlance/kernel/base/version.ts";
import { ServerProcess } from "@parlance/testkit";
import { createInstallation, runParlance, type TestInstallation } from "./fixtures/command-line.ts";

const [major = 0] = version.split(".").map(Number);

/** Creates an installation whose database was migrated by a newer release. `oldest`: what its migration recorded. */
async function createNewerInstallation(t: TestContext, oldest: string): Promise<TestInstallation> {
  const installation = await createInstallation(t);
  const client = new pg.Client(installation.databaseUrl);
  await client.connect();
  await client.query("create table of_tomorrow (id int)");
  await client.query("insert into migration (name, oldest_release) values ('9998_first.sql', '0.0.1')");
  await client.query("insert into migration (name, oldest_release) values ('9999_second.sql', $1)", [oldest]);
  await client.end();
  return installation;
}

test("a server starts on the database of a newer release that its release can run on, and commands use it", async (t) => {
  const { env, ...installation } = await createNewerInstallation(t, version);
  await using server = await ServerProcess.startOnDatabase({ DATABASE_URL: installation.databaseUrl });
  const ready = await fetch(`http://127.0.0.1:${server.port}/ready`);
  assert.equal(ready.status, 200);
  const migrated = await runParlance(["migrate", "--json"], { env });
  assert.deepEqual(migrated.json, { applied: [] }, migrated.err);
  const listed = await runParlance(["organization", "list", "--json"], { env });
  assert.deepEqual(listed.json, { organizations: [] }, listed.err);
  const doctor = await runParlance(["doctor", "--json"], { env });
  assert.equal(doctor.json.checks.find(({ check }) => check === "migrations")?.state, "ok");
});

test("if the database needs a newer release, servers and commands refuse it and say which release is needed", async (t) => {
  for (const oldest of [`${major + 1}.0.0`, `${major + 1}.0.0-rc.1`]) {
    const { env } = await createNewerInstallation(t, oldest);
    for (const command of [["serve", "--port", "0"], ["organization", "list"], ["migrate"]]) {
      const { code, err } = await runParlance(command, { env });
      assert.equal(code, 1, err);
      const needed = `the migration 9999_second.sql, which needs release ${oldest} or later, and this is release ${version}`;
      assert.ok(err.includes(`${needed}: start release ${oldest} or later`), err);
    }
  }
});
