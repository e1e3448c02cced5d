import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { type BackupState, storeBackupState } from "@parlance/server/backups/backup-state.ts";
import { newCertificate } from "@parlance/server/modules/messages/link-previews/fixtures/certificate.ts";
import {
  ADA_OPTIONS,
  createInstallation,
  runParlance,
  runParlanceProcess,
  type Outcome,
} from "./fixtures/command-line.ts";

const statesByCheck = ({ json }: Outcome): Record<string, string> =>
  Object.fromEntries(json.checks.map(({ check, state }) => [check, state]));

test("all checks of a healthy installation succeed", async (t) => {
  const installation = await createInstallation(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  await installation.runOrThrow(["user", "api-key", "ada@example.com"]);
  const outcome = await installation.run(["doctor"]);
  assert.equal(outcome.code, 0);
  assert.equal(outcome.json.ok, true);
  assert.deepEqual(statesByCheck(outcome), {
    node: "ok",
    settings: "ok",
    "web client": "ok",
    "data directory": "ok",
    "disk space": "ok",
    secret: "ok",
    database: "ok",
    migrations: "ok",
    clock: "ok",
    fingerprint: "ok",
    letters: "ok",
    // No server is running.
    "public address": "warn",
    mail: "ok",
  });
});

test("a secret file that other users can read, and a secret that the database was not used with, are reported", async (t) => {
  const installation = await createInstallation(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  await installation.runOrThrow(["user", "api-key", "ada@example.com"]);
  const path = join(installation.dataDir, "secret.key");
  await writeFile(path, "another secret, which is long enough");
  await chmod(path, 0o644);
  const outcome = await installation.run(["doctor"]);
  assert.equal(outcome.code, 1);
  assert.equal(statesByCheck(outcome)["secret"], "warn");
  assert.equal(statesByCheck(outcome)["fingerprint"], "fail");
  await rm(path);
  assert.equal(statesByCheck(await installation.run(["doctor"]))["fingerprint"], "fail");
});

test("scheduled backups that failed, are overdue, or could not be restored are reported", async (t) => {
  const installation = await createInstallation(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  const connection = { connectionString: installation.databaseUrl };
  const db = new PostgresDatabase({ connection, poolSize: 1, onError: () => undefined });
  t.after(() => db.close());
  const env = { ...installation.env, PARLANCE_BACKUP_SCHEDULE: "daily 03:00", PARLANCE_BACKUP_TARGET: "/var/backups" };
  const statesWith = async (state?: BackupState) => {
    if (state) await db.write((tx) => storeBackupState(tx, state));
    const states = statesByCheck(await runParlance(["doctor", "--json"], { env }));
    return [states["scheduled backups"], states["test restore"]];
  };
  const [now, lastWeek] = [new Date(), new Date(Date.now() - 7 * 86_400_000)];
  const good = { since: lastWeek, attempt: { at: now, error: null }, newest: { at: now, name: "new", bytes: 1 } };
  assert.deepEqual(await statesWith(), ["ok", undefined]);
  assert.deepEqual(await statesWith({ since: lastWeek }), ["warn", undefined]);
  assert.deepEqual(await statesWith(good), ["ok", undefined]);
  assert.deepEqual(await statesWith({ ...good, attempt: { at: now, error: "the disk is full" } }), ["fail", undefined]);
  assert.deepEqual(await statesWith({ ...good, test: { at: now, name: "new", error: "damaged" } }), ["ok", "fail"]);
});

test("invalid values and unknown names of settings are reported", async () => {
  const wrong = await runParlanceProcess(["doctor"], { env: { PARLANCE_PORT: "http" } });
  assert.equal(wrong.code, 1);
  assert.match(wrong.out, /fail {2}settings: PARLANCE_PORT is "http"/);
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-doctor-"));
  const odd = await runParlance(["doctor", "--json"], { env: { PARLANCE_DATA_DIR: dataDir, PARLANCE_PROT: "9800" } });
  assert.equal(odd.code, 0);
  assert.equal(statesByCheck(odd)["settings"], "warn");
  await rm(dataDir, { recursive: true });
});

test("checking an installation that does not exist yet creates nothing", async (t) => {
  const parent = await mkdtemp(join(tmpdir(), "parlance-doctor-"));
  t.after(() => rm(parent, { recursive: true }));
  const { code, json } = await runParlance(["doctor", "--json", "--data-dir", join(parent, "data")]);
  assert.deepEqual([code, json.ok], [0, true]);
  assert.deepEqual(await readdir(parent), []);
});

test("an unreachable database is a failure with advice", async (t) => {
  const installation = await createInstallation(t);
  const env = { ...installation.env, DATABASE_URL: "postgres://nobody@localhost:1/nothing" };
  const outcome = await runParlance(["doctor", "--json"], { env });
  assert.equal(outcome.code, 1);
  const database = outcome.json.checks.find(({ check }) => check === "database");
  assert.equal(database?.state, "fail");
  assert.match(database.message, /cannot be reached/);
  assert.match(String(database?.advice), /DATABASE_URL/);
});

test("a certificate that expires soon, has expired or belongs to another host is reported", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "parlance-doctor-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const files = { PARLANCE_TLS_CERT_FILE: certFile, PARLANCE_TLS_KEY_FILE: keyFile };
  const env = { ...files, PARLANCE_EXTERNAL_URL: "https://chat.example.com", PARLANCE_DATA_DIR: join(folder, "data") };
  const inDays = (count: number) => new Date(Date.now() + count * 24 * 3_600_000);
  const cases: [host: string, until: Date, line: RegExp][] = [
    ["chat.example.com", inDays(30.5), /ok {4}certificate: valid for 30 more days/],
    ["chat.example.com", inDays(2.5), /warn {2}certificate: valid for 2 more days/],
    ["chat.example.com", inDays(-1), /fail {2}certificate: expired on/],
    ["else.example.com", inDays(30), /fail {2}certificate: does not name chat\.example\.com/],
  ];
  for (const [host, until, line] of cases) {
    const { cert, key } = newCertificate(host, "ec", until);
    await writeFile(certFile, cert);
    await writeFile(keyFile, key);
    assert.match((await runParlance(["doctor"], { env })).out, line);
  }
});

test("an unreachable push relay is reported, and so is a URL at which there is no push relay", async (t) => {
  const answers = { relay: { result: "error", code: "INVALID_SERVICE_ORG" }, shop: { result: "welcome" } };
  const server = createServer(({ url = "" }, response) => {
    const [, which = ""] = url.split("/");
    response.writeHead(401).end(JSON.stringify(answers[which as keyof typeof answers]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-doctor-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const found = [];
  for (const url of [`http://127.0.0.1:${port}/relay`, `http://127.0.0.1:${port}/shop`, "http://127.0.0.1:1/"]) {
    const env = { PARLANCE_DATA_DIR: dataDir, PARLANCE_PUSH_RELAY_URL: url };
    found.push(statesByCheck(await runParlance(["doctor", "--json"], { env }))["push relay"]);
  }
  assert.deepEqual(found, ["ok", "fail", "fail"]);
});
