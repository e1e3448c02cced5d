import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { SmallDisk, withoutDisks } from "@parlance/testkit";
import { newCertificate } from "@parlance/server/modules/messages/link-previews/fixtures/certificate.ts";
import { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import {
  ADA_OPTIONS,
  createInstallation,
  type Outcome,
  runParlance,
  runParlanceProcess,
  type TestInstallation,
} from "./fixtures/command-line.ts";
import { startFakePostgres } from "./fixtures/fake-postgres.ts";

async function createFolder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "parlance-start-"));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Asserts that a start failed with a one-line error message. */
function assertOneLineError({ code, err, out }: Outcome, what: RegExp): void {
  assert.equal(code, 1, err);
  assert.match(err, /^parlance: [^\n]+\n$/);
  assert.match(err, what);
  assert.doesNotMatch(err, /\bat .*:\d+:\d+/);
  assert.doesNotMatch(out, /creating the database|migrating/);
}

const start = (dataDir: string, env: Record<string, string> = {}, ...args: readonly string[]) =>
  runParlance(["serve", "--port", "0", "--data-dir", dataDir, ...args], { env });

/** Commands that use the same data directory and the same database. */
const COMMANDS = [["serve", "--port", "0"], ["user", "list"], ["organization", "list"], ["migrate"], ["mail", "list"]];

test("if the data directory is a file, every command reports this", async (t) => {
  const file = join(await createFolder(t), "data");
  await writeFile(file, "");
  for (const command of COMMANDS) {
    const outcome = await runParlance([...command, "--data-dir", file]);
    assertOneLineError(
      outcome,
      /Cannot use the data directory .*data: something that is not a folder is in the way.*--data-dir/,
    );
  }
  const doctor = await runParlance(["doctor", "--json", "--data-dir", join(file, "deeper")]);
  const [finding] = doctor.json.checks.filter(({ check }) => check === "data directory");
  assert.deepEqual([doctor.code, finding?.state], [1, "fail"]);
});

const isRoot = process.getuid?.() === 0;
/** Command line that runs another command without root's access to all files. */
const UNPRIVILEGED_PREFIX = isRoot ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : [];
const cannotDropPrivileges = isRoot && spawnSync("setpriv", [...UNPRIVILEGED_PREFIX.slice(1), "true"]).status !== 0;

test(
  "if the user may not access the data directory or a folder above it, this is reported and nothing is changed",
  { skip: cannotDropPrivileges && "root cannot give up its rights here" },
  async (t) => {
    const closed = join(await createFolder(t), "closed");
    await mkdir(closed);
    for (const dataDir of [closed, join(closed, "data")]) {
      await chmod(closed, 0);
      const outcome = await runParlanceProcess(["serve", "--port", "0", "--data-dir", dataDir], {
        wrapper: UNPRIVILEGED_PREFIX,
      });
      await chmod(closed, 0o700);
      assertOneLineError(
        outcome,
        /Cannot use the data directory .*closed.*: permission denied; the user who starts the server/,
      );
    }
    assert.deepEqual(await readdir(closed), []);
  },
);

test("a disk without enough space for a database is reported", { skip: withoutDisks }, async () => {
  const disk = new SmallDisk(20);
  await disk.makeWorldWritable();
  const dataDir = join(disk.folder, "data");
  const outcome = await start(dataDir);
  assert.equal(outcome.code, 1);
  assert.match(outcome.err, /^parlance: [^\n]*disk is full[^\n]*\n$/i);
  await disk.fill();
  assertOneLineError(
    await start(dataDir),
    /Cannot use the data directory .*: the disk is full; free up space and start again/,
  );
});

test("a secret that is a folder or too short is reported before anything is created", async (t) => {
  const dataDir = await createFolder(t);
  await mkdir(join(dataDir, "secret.key"));
  assertOneLineError(await start(dataDir), /secret cannot be read from .*secret\.key: it is a folder/);
  await rm(join(dataDir, "secret.key"), { recursive: true });
  await writeFile(join(dataDir, "secret.key"), "short");
  assertOneLineError(await start(dataDir), /secret\.key is too short/);
  assert.deepEqual(await readdir(dataDir), ["secret.key"]);
});

test("if the secret of a used database is missing, this is reported and no new secret is created", async (t) => {
  const { env, dataDir } = await createInstallation(t);
  await runParlance(["organization", "create", ...ADA_OPTIONS], { env });
  await runParlance(["user", "api-key", "ada@example.com"], { env });
  await rm(join(dataDir, "secret.key"));
  const missing = /secret is missing.*restore .*secret\.key from a backup/;
  assertOneLineError(await runParlance(["serve", "--port", "0"], { env }), missing);
  assertOneLineError(await runParlance(["user", "api-key", "ada@example.com"], { env }), missing);
  assert.deepEqual(await readdir(dataDir), []);
});

test("a port in use and an unknown host are reported before anything is created", async (t) => {
  const occupied = createServer().listen(0, "127.0.0.1");
  await once(occupied, "listening");
  t.after(() => occupied.close());
  const dataDir = join(await createFolder(t), "data");
  const { port } = occupied.address() as AddressInfo;
  const outcome = await runParlanceProcess(["serve", "--port", String(port), "--data-dir", dataDir]);
  assertOneLineError(
    outcome,
    /another program is already listening on 127\.0\.0\.1, port \d+: stop it, or choose another port with --port/,
  );
  assertOneLineError(
    await start(dataDir, { PARLANCE_METRICS_ADDRESS: String(port) }),
    /another program is already listening on 127\.0\.0\.1, port \d+: .*PARLANCE_METRICS_ADDRESS/,
  );
  assertOneLineError(
    await start(dataDir, { PARLANCE_METRICS_ADDRESS: "192.0.2.1:9801" }),
    /192\.0\.2\.1 is not an address of this machine: correct PARLANCE_METRICS_ADDRESS/,
  );
  assertOneLineError(
    await start(dataDir, { PARLANCE_HOST: "no-such-host.invalid" }),
    /host no-such-host\.invalid.*PARLANCE_HOST/,
  );
  assertOneLineError(
    await start(dataDir, { PARLANCE_HOST: "192.0.2.1" }),
    /192\.0\.2\.1 is not an address of this machine/,
  );
  assert.deepEqual(await readdir(join(dataDir, "..")), []);
});

test("an unusable certificate and a second port in use are reported before anything is created", async (t) => {
  const files = await createFolder(t);
  const dataDir = join(await createFolder(t), "data");
  const [certFile, keyFile] = [join(files, "cert.pem"), join(files, "key.pem")];
  const env = { PARLANCE_TLS_CERT_FILE: certFile, PARLANCE_TLS_KEY_FILE: keyFile };
  const [one, other] = [newCertificate("chat.example.com"), newCertificate("chat.example.com")];
  const encrypted = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
  });
  assertOneLineError(
    await start(dataDir, env),
    /cert\.pem cannot be read: .*; correct the file, or PARLANCE_TLS_CERT_FILE/,
  );
  const cases: [cert: string, key: string, what: RegExp][] = [
    ["nothing", one.key, /it contains no PEM certificate/],
    [one.cert, "nothing", /the key is not a PEM private key/],
    [one.cert, other.key, /the key does not match the first certificate/],
    [one.cert, encrypted.privateKey, /the key is protected by a password/],
  ];
  for (const [cert, key, what] of cases) {
    await writeFile(certFile, cert);
    await writeFile(keyFile, key);
    assertOneLineError(await start(dataDir, env), what);
  }
  await writeFile(keyFile, one.key);
  const occupied = createServer().listen(0, "127.0.0.1");
  await once(occupied, "listening");
  t.after(() => occupied.close());
  const { port } = occupied.address() as AddressInfo;
  assertOneLineError(
    await start(dataDir, { ...env, PARLANCE_HTTP_PORT: String(port) }),
    /another port with PARLANCE_HTTP_PORT/,
  );
  assert.deepEqual(await readdir(join(dataDir, "..")), []);
});

test("missing and invalid PostgreSQL programs are reported", async (t) => {
  const bin = await createFolder(t);
  await chmod(bin, 0o755);
  const dataDir = join(await createFolder(t), "data");
  assertOneLineError(
    await start(dataDir, { PARLANCE_POSTGRES_BIN: bin }),
    /PARLANCE_POSTGRES_BIN is .*, but it does not contain the program initdb/,
  );
  for (const mode of [0o644, 0o755]) {
    for (const name of ["initdb", "postgres"]) await writeFile(join(bin, name), "nothing", { mode });
    assertOneLineError(await start(dataDir, { PARLANCE_POSTGRES_BIN: bin }), /PARLANCE_POSTGRES_BIN/);
  }
});

test("a connection that the database rejects is reported with advice, without waiting", async (t) => {
  const { port, become } = await startFakePostgres(t, {});
  const dataDir = join(await createFolder(t), "data");
  const at = (query = "") => ({ DATABASE_URL: `postgres://ada:hunter2@127.0.0.1:${port}/chat${query}` });
  const cases: [refusal: [string, string], what: RegExp][] = [
    [["28P01", 'password authentication failed for user "ada"'], /password authentication failed.*Correct the user/],
    [["28000", "no pg_hba.conf entry for host"], /no pg_hba\.conf entry.*pg_hba\.conf/],
    [["3D000", 'database "chat" does not exist'], /database "chat" does not exist.*createdb/],
  ];
  for (const [refusal, what] of cases) {
    become({ error: refusal });
    const outcome = await start(dataDir, at());
    assertOneLineError(outcome, what);
    assert.doesNotMatch(outcome.err, /hunter2/);
  }
  for (const command of COMMANDS) {
    const outcome = await runParlance([...command, "--data-dir", dataDir], { env: at() });
    assertOneLineError(outcome, /createdb/);
  }
  assertOneLineError(await start(dataDir, at("?sslmode=verify-full")), /does not support SSL.*Remove sslmode/);
  assertOneLineError(await start(dataDir, at("?sslmode=verify-full&sslrootcert=/nowhere.pem")), /nowhere\.pem/);
  become({ row: { version: "14.9", encoding: "UTF8", standby: "f", migrated: "f" } });
  assertOneLineError(await start(dataDir, at()), /PostgreSQL 14\.9 is too old.*version 15/);
  become({ row: { version: "17.1", encoding: "SQL_ASCII", standby: "f", migrated: "f" } });
  assertOneLineError(await start(dataDir, at()), /its encoding is SQL_ASCII.*createdb --encoding=UTF8/);
});

/** Executes statements in a database as its administrator. */
async function inDatabase({ databaseUrl }: TestInstallation, ...statements: readonly string[]): Promise<void> {
  const connection = { connectionString: databaseUrl };
  const db = new PostgresDatabase({ connection, poolSize: 1, onError: () => undefined });
  for (const statement of statements) await db.pool.query(statement);
  await db.close();
}

test("a database in which the user may not create anything is reported with advice", async (t) => {
  const installation = await createInstallation(t);
  const { databaseUrl, dataDir } = installation;
  const role = `guest_${process.pid}`;
  await inDatabase(installation, "drop schema public cascade", "drop schema if exists jobs cascade");
  await inDatabase(installation, `create role ${role} login`);
  const url = databaseUrl.replace(/\/\/[^@]*@/, `//${role}@`);
  const outcome = await start(dataDir, { DATABASE_URL: url });
  await inDatabase(installation, "create schema public");
  const again = await start(dataDir, { DATABASE_URL: url });
  await inDatabase(installation, `drop role ${role}`);
  for (const one of [outcome, again]) assertOneLineError(one, /the owner of the database/);
});

test("if a newer release has used the database, every command is rejected and the database is not changed", async (t) => {
  const installation = await createInstallation(t);
  const { env, dataDir } = installation;
  await inDatabase(installation, "insert into migration (name) values ('9999_of_tomorrow.sql')");
  const newer = /migration 9999_of_tomorrow\.sql, which this release does not know: start the newer release/;
  for (const command of COMMANDS) assertOneLineError(await runParlance(command, { env }), newer);
  assert.deepEqual(await readdir(dataDir), []);
  const doctor = await runParlance(["doctor", "--json"], { env });
  const [finding] = doctor.json.checks.filter(({ check }) => check === "migrations");
  assert.deepEqual([doctor.code, finding?.state], [1, "fail"]);
  assert.match(String(finding?.message), /9999_of_tomorrow/);
});
