import { createHmac, randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { systemErrorCode, describeFileError } from "@parlance/kernel/base/file-errors.ts";
import type { Database, Reader, Tx } from "@parlance/kernel/db/types.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";

import { storeServerFact } from "@parlance/kernel/db/server-facts.ts";

/** Key under which the fingerprint of the database's secret is stored in `server_fact`. */
export const SECRET_FINGERPRINT = "secret_fingerprint";

/** Stores the fingerprint of the secret, unless the database already has one. */
async function storeSecretFingerprint(tx: Tx, fingerprint: string): Promise<void> {
  await storeServerFact(tx, SECRET_FINGERPRINT, fingerprint, "kept");
}

const FILE = "secret.key";
const MIN_LENGTH = 32;

/** Thrown if the server's secret cannot be used. The message explains to the operator what to do. */
export class SecretProblem extends Error {}

/** Path of the file with the secret, which is used if the secret does not come from the environment. */
export const secretPath = (dataDir: string): string => join(dataDir, FILE);

/**
 * Finds the secret from which API keys and other secrets are derived: `configured` (PARLANCE_SECRET), otherwise the content
 * of the file in the data directory; undefined if there is no file.
 * @throws SecretProblem if the file cannot be read, or if the secret is too short to be safe
 */
export async function findSecret(dataDir: string, configured?: string): Promise<Uint8Array | undefined> {
  if (configured !== undefined) return parseSecret(configured, "PARLANCE_SECRET");
  const path = secretPath(dataDir);
  const text = await readSecretFile(path);
  return text === undefined ? undefined : parseSecret(text, path);
}

/**
 * Finds the secret of a database, or creates one for a new database. `fingerprint` belongs to a database that was used
 * before. If several processes create the secret at the same time, all use the same one.
 * @throws SecretProblem if the secret cannot be read or is too short, or if that of a database that was used before is
 * missing or a different one
 */
export async function loadOrCreateSecret(
  fingerprint: string | undefined,
  { dataDir, configured }: { dataDir: string; configured: string | undefined },
): Promise<Uint8Array> {
  const found = await findSecret(dataDir, configured);
  if (found && (fingerprint === undefined || secretFingerprint(found) === fingerprint)) return found;
  if (found) throw secretMismatch();
  const path = secretPath(dataDir);
  if (fingerprint === undefined) return parseSecret(await createSecretFile(dataDir, path), path);
  throw new SecretProblem(
    `the server's secret is missing, and without it every API key would stop working: restore ${path} from a backup of ` +
      "the data directory, or set PARLANCE_SECRET to its contents",
  );
}

const secretMismatch = (): SecretProblem =>
  new SecretProblem(
    "the server's secret does not match this database: every API key would stop working. " +
      "Set PARLANCE_SECRET to the former secret, or restore the former secret.key in the data directory.",
  );

function parseSecret(text: string, origin: string): Uint8Array {
  const secret = text.trim();
  if (secret.length >= MIN_LENGTH) return Buffer.from(secret);
  throw new SecretProblem(`${origin} is too short: a secret must have at least ${MIN_LENGTH} characters`);
}

async function readSecretFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    const why =
      systemErrorCode(error) === "EACCES"
        ? "this user is not allowed to read it"
        : (describeFileError(error) ?? errorText(error));
    throw new SecretProblem(
      `the server's secret cannot be read from ${path}: ${why}. Restore the file from a backup, owned by the user that ` +
        "runs the server, or set PARLANCE_SECRET to its contents.",
      { cause: error },
    );
  }
}

/** Creates the file atomically. If another process has created it first, its secret is used. */
async function createSecretFile(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const text = `${randomBytes(32).toString("hex")}\n`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await link(draft, path);
    await syncDirectory(dataDir);
    return text;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return await readFile(path, "utf8");
    throw error;
  } finally {
    await unlink(draft);
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Returns a fingerprint that identifies a secret without revealing it. */
export const secretFingerprint = (secret: Uint8Array): string =>
  createHmac("sha256", secret).update("fingerprint").digest("hex").slice(0, 16);

/** Returns the fingerprint of the secret with which this database was first used; undefined for a new database. */
export async function findSecretFingerprint(db: Reader): Promise<string | undefined> {
  const fact = await db
    .selectFrom("server_fact")
    .select("value")
    .where("key", "=", SECRET_FINGERPRINT)
    .executeTakeFirst();
  return fact?.value;
}

/**
 * Throws if the database was used with another secret. For a new database, stores the fingerprint of the secret.
 * @throws SecretProblem if the secret is another one, with which every API key would stop working
 */
export async function assertSecretMatches(db: Database, secret: Uint8Array): Promise<void> {
  const fingerprint = secretFingerprint(secret);
  if ((await findSecretFingerprint(db.reader)) === undefined)
    await db.write((tx) => storeSecretFingerprint(tx, fingerprint));
  if ((await findSecretFingerprint(db.reader)) === fingerprint) return;
  throw secretMismatch();
}
