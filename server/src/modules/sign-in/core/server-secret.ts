import { createHmac, randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, fileProblem } from "#kernel/db/embedded/errors.ts";
import type { Database, Reader } from "#kernel/db/types.ts";
import { errorText } from "#kernel/error-description.ts";
import { rememberFingerprint, SECRET_FINGERPRINT } from "./actions/remember-fingerprint.ts";

export { SECRET_FINGERPRINT } from "./actions/remember-fingerprint.ts";

const FILE = "secret.key";
const MIN_LENGTH = 32;

/** The server's secret cannot be used; the message says what to do. */
export class SecretProblem extends Error {}

/** Where the secret lies when it does not come from the environment. */
export const secretPath = (dataDir: string): string => join(dataDir, FILE);

/**
 * The secret from which API keys and the like are derived: `given` (PARLANCE_SECRET) or else the file in the data
 * directory; undefined if that is not there.
 * @throws SecretProblem when it cannot be read, or is too short to be safe
 */
export async function findSecret(dataDir: string, given?: string): Promise<Uint8Array | undefined> {
  if (given !== undefined) return checked(given, "PARLANCE_SECRET");
  const path = secretPath(dataDir);
  const text = await read(path);
  return text === undefined ? undefined : checked(text, path);
}

/**
 * The secret that belongs to a database, as `findSecret` finds it. A database that has been used before knows its
 * fingerprint. For a new database one is made if there is none; processes that start together agree on it.
 * @throws SecretProblem when there is none for a database that has been used, or another one
 */
export async function secretFor(
  fingerprint: string | undefined,
  { dataDir, given }: { dataDir: string; given: string | undefined },
): Promise<Uint8Array> {
  const found = await findSecret(dataDir, given);
  if (found && (fingerprint === undefined || secretFingerprint(found) === fingerprint)) return found;
  if (found) throw wrongSecret();
  const path = secretPath(dataDir);
  if (fingerprint === undefined) return checked(await create(dataDir, path), path);
  throw new SecretProblem(
    `the server's secret is missing, and without it every API key would stop working: restore ${path} from a backup of ` +
      "the data directory, or set PARLANCE_SECRET to its contents",
  );
}

const wrongSecret = (): SecretProblem =>
  new SecretProblem(
    "the server's secret does not match this database: every API key would stop working. " +
      "Set PARLANCE_SECRET to the former secret, or restore the former secret.key in the data directory.",
  );

function checked(text: string, origin: string): Uint8Array {
  const secret = text.trim();
  if (secret.length >= MIN_LENGTH) return Buffer.from(secret);
  throw new SecretProblem(`${origin} is too short: a secret must have at least ${MIN_LENGTH} characters`);
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    const why =
      errorCode(error) === "EACCES" ? "this user is not allowed to read it" : (fileProblem(error) ?? errorText(error));
    throw new SecretProblem(
      `the server's secret cannot be read from ${path}: ${why}. Restore the file from a backup, owned by the user that ` +
        "runs the server, or set PARLANCE_SECRET to its contents.",
      { cause: error },
    );
  }
}

/** The file appears whole or not at all. If another process was faster, its secret is taken. */
async function create(dataDir: string, path: string): Promise<string> {
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
    if (errorCode(error) === "EEXIST") return await readFile(path, "utf8");
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

/** Identifies a secret without telling anything about it. */
export const secretFingerprint = (secret: Uint8Array): string =>
  createHmac("sha256", secret).update("fingerprint").digest("hex").slice(0, 16);

/** The fingerprint of the secret that this database was first used with, if it was used before. */
export async function knownFingerprint(db: Reader): Promise<string | undefined> {
  const fact = await db
    .selectFrom("server_fact")
    .select("value")
    .where("key", "=", SECRET_FINGERPRINT)
    .executeTakeFirst();
  return fact?.value;
}

/**
 * Makes sure that the database belongs with this secret; a new database remembers it.
 * @throws SecretProblem when it was used with another: every API key would stop working
 */
export async function confirmSecret(db: Database, secret: Uint8Array): Promise<void> {
  const fingerprint = secretFingerprint(secret);
  if ((await knownFingerprint(db.reader)) === undefined) await db.write((tx) => rememberFingerprint(tx, fingerprint));
  if ((await knownFingerprint(db.reader)) === fingerprint) return;
  throw wrongSecret();
}
