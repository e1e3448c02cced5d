import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createTestDatabase } from "@parlance/testkit";
import { assertSecretMatches, secretFingerprint, loadOrCreateSecret, SecretProblem } from "./server-secret.ts";

/** Loads the secret for a new database. */
const loadSecret = (dataDir: string, configured?: string) => loadOrCreateSecret(undefined, { dataDir, configured });

async function dataDirectory(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parlance-secret-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test("the first start creates a secret that only the file's owner can read, and later starts use the same secret", async (t) => {
  const folder = join(await dataDirectory(t), "data");
  const secret = await loadSecret(folder);
  assert.ok(secret.length >= 32);
  assert.equal((await stat(join(folder, "secret.key"))).mode & 0o777, 0o600);
  assert.deepEqual(await loadSecret(folder), secret);
  assert.deepEqual(await readdir(folder), ["secret.key"]);
});

test("processes that start at the same time use the same secret", async (t) => {
  const folder = await dataDirectory(t);
  const secrets = await Promise.all(Array.from({ length: 8 }, () => loadSecret(folder)));
  assert.equal(new Set(secrets.map((secret) => Buffer.from(secret).toString())).size, 1);
  assert.deepEqual(await readdir(folder), ["secret.key"]);
});

test("with a secret from the environment, no file is created, and the same text in a file gives the same secret", async (t) => {
  const folder = await dataDirectory(t);
  const text = "a secret of more than thirty-two characters";
  const configured = await loadSecret(folder, text);
  assert.deepEqual(await readdir(folder), []);
  await writeFile(join(folder, "secret.key"), `${text}\n`);
  assert.deepEqual(await loadSecret(folder), configured);
});

test("a secret that is too short is rejected", async (t) => {
  const folder = await dataDirectory(t);
  await writeFile(join(folder, "secret.key"), "");
  await assert.rejects(loadSecret(folder), SecretProblem);
  await assert.rejects(loadSecret(folder, "short"), /PARLANCE_SECRET is too short/);
});

test("a file that cannot be read is not changed", { skip: process.getuid?.() === 0 }, async (t) => {
  const folder = await dataDirectory(t);
  await loadSecret(folder);
  const before = await readFile(join(folder, "secret.key"));
  await chmod(join(folder, "secret.key"), 0);
  await assert.rejects(loadSecret(folder), /cannot be read from .*secret\.key: this user is not allowed to read it/);
  await chmod(join(folder, "secret.key"), 0o600);
  assert.deepEqual(await readFile(join(folder, "secret.key")), before);
});

test("a database accepts only the secret with which it was first used", async () => {
  const { db } = await createTestDatabase();
  const first = Buffer.from("the first secret, which is long enough");
  await assertSecretMatches(db, first);
  await assertSecretMatches(db, first);
  await assert.rejects(
    assertSecretMatches(db, Buffer.from("another secret, which is long enough")),
    (error) => error instanceof SecretProblem && /every API key would stop working/.test(error.message),
  );
});

test("for a database that was used before, no new secret is created, and the error names the missing file", async (t) => {
  const folder = await dataDirectory(t);
  const used = secretFingerprint(Buffer.from("the first secret, which is long enough"));
  await assert.rejects(
    loadOrCreateSecret(used, { dataDir: folder, configured: undefined }),
    (error) => error instanceof SecretProblem && /is missing.*restore .*secret\.key from a backup/.test(error.message),
  );
  assert.deepEqual(await readdir(folder), []);
  const other = "another secret, which is long enough";
  await assert.rejects(
    loadOrCreateSecret(used, { dataDir: folder, configured: other }),
    /does not match this database/,
  );
});

test("if the path of the secret is a folder, the error says so", async (t) => {
  const folder = await dataDirectory(t);
  await mkdir(join(folder, "secret.key"));
  await assert.rejects(loadSecret(folder), /cannot be read from .*secret\.key: it is a folder, not a file/);
});
