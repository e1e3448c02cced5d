import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import { createBackup } from "@parlance/kernel/backup/create-backup.ts";
import { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { listMigrations } from "@parlance/kernel/db/migrate.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { readBackupEntries, loadRows, createTemporaryFolder } from "./fixtures/backups.ts";
import { ADA_OPTIONS, createInstallation, type TestInstallation } from "./fixtures/command-line.ts";

const about = { program: "test", site: "http://localhost", secretFingerprint: null, holdsSecret: false };

/** Creates an installation with an empty database, owned by a role that has no other rights. */
async function emptyInstallation(t: TestContext): Promise<TestInstallation> {
  const installation = await createInstallation(t);
  const at = { connectionString: installation.databaseUrl };
  const role = `role_${randomBytes(4).toString("hex")}`;
  const database = new URL(installation.databaseUrl).pathname.slice(1);
  await loadRows(
    at,
    `drop schema public cascade; drop schema jobs cascade; create role ${role} login; ` +
      `alter database ${database} owner to ${role}; create schema public authorization ${role}`,
  );
  const url = new URL(installation.databaseUrl);
  url.username = role;
  return Object.assign(installation, {
    databaseUrl: url.href,
    env: { ...installation.env, DATABASE_URL: url.href },
  });
}

const rowsIn = ({ databaseUrl }: TestInstallation, sql: string) => loadRows({ connectionString: databaseUrl }, sql);

test("a backup with waiting jobs can be restored into another database by a role that only owns that database", async (t) => {
  const folder = await createTemporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  const from = await createInstallation(t);
  await from.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  const { api_key: key } = await from.runOrThrow(["user", "api-key", "ada@example.com"]);
  const db = new PostgresDatabase({
    connection: { connectionString: from.databaseUrl },
    poolSize: 1,
    onError: () => undefined,
  });
  const kind = { name: "bake", payload: z.object({ cake: z.string() }) };
  await db.write(async (tx) => enqueueJob(tx, kind, { cake: 'lemon \u2028 \\ "\n' }, { afterSeconds: 3600 }));
  await db.close();
  await from.runOrThrow(["backup", file]);

  const to = await emptyInstallation(t);
  await to.runOrThrow(["restore", file]);
  assert.equal((await to.runOrThrow(["user", "api-key", "ada@example.com"])).api_key, key);
  const jobs = "select name, data, state, start_after from jobs.job where name = 'bake'";
  assert.deepEqual(await rowsIn(to, jobs), await rowsIn(from, jobs));
  const structure = `select indexdef as it from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint where contype = 'f'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`;
  assert.deepEqual(await rowsIn(to, structure), await rowsIn(from, structure));

  const again = await to.run(["restore", file]);
  assert.equal(again.code, 1);
  assert.match(JSON.parse(again.err).error, /the database is not empty/);
});

test("a backup of an older release is restored unchanged, and then migrated to this release", async (t) => {
  const folder = await createTemporaryFolder(t);
  const file = join(folder, "backup.tar.gz");
  const from = await emptyInstallation(t);
  const all = await listMigrations(MIGRATIONS);
  const older = all.slice(0, 9);
  const applied = older.map(({ name, sql }) => `${sql};\ninsert into migration (name) values ('${name}');`);
  await rowsIn(
    from,
    `create table migration (name text primary key, applied_at timestamptz default now());${applied.join("")}
    insert into realm (subdomain, name, created_at) values ('old', 'Old', now()); insert into realm_counter values (1, 7, 5)`,
  );
  await createBackup(file, {
    connection: { connectionString: from.databaseUrl },
    about,
    excludedTables: ["event_queue"],
    files: async () => [],
    report: () => undefined,
    signal: new AbortController().signal,
  });

  const to = await emptyInstallation(t);
  await to.runOrThrow(["restore", file]);
  const migrations = await rowsIn(to, "select name from migration order by name");
  assert.deepEqual(
    migrations.map(({ name }) => name),
    all.map(({ name }) => name),
  );
  assert.deepEqual(
    await rowsIn(
      to,
      "select name, last_event_id from realm join realm_counter on realm_id = id where subdomain = 'old'",
    ),
    [{ name: "Old", last_event_id: 7 }],
  );
  const { id } = await to.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  assert.ok(id > 1);
});

test("tables are written to a backup in small chunks, so a table with many rows is never in memory as a whole", async (t) => {
  const folder = await createTemporaryFolder(t);
  const from = await createInstallation(t);
  await rowsIn(
    from,
    "insert into server_fact select n::text, repeat(md5(n::text), 30) from generate_series(1, 12000) n",
  );
  await mkdir(join(folder, "to"));
  await from.runOrThrow(["backup", join(folder, "backup.tar.gz")]);
  const sizes = (await readBackupEntries(join(folder, "backup.tar.gz")))
    .filter(({ header }) => header.name.startsWith("tables/server_fact/"))
    .map(({ header }) => header.size);
  assert.ok(sizes.length >= 3, `${sizes.length} pieces`);
  assert.ok(Math.max(...sizes) < 5 * 2 ** 20, `${Math.max(...sizes)} bytes`);
});
