import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";

const KEY_BYTES = 32;

const keySchema = z.base64().refine((text) => Buffer.from(text, "base64").length === KEY_BYTES);
const keyPairsSchema = z
  .array(z.object({ public_key: keySchema, private_key: keySchema, made_at: z.iso.datetime() }))
  .min(1);

/** A pair of X25519 keys in base64. Phones encrypt ("seal") their registrations for the public key. */
export type KeyPair = z.output<typeof keyPairsSchema>[number];

const keyFilePath = (dataDir: string): string => join(dataDir, "relay-keys.json");

/**
 * Loads a relay's key pairs, oldest first. The relay accepts registrations for all of them. Empty if the relay has
 * never been started.
 * @throws ConfigError if the file is damaged
 */
export async function loadKeyPairs(dataDir: string): Promise<readonly KeyPair[]> {
  const path = keyFilePath(dataDir);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return [];
  try {
    return keyPairsSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      `${path} is damaged: restore it from a backup. Without its keys, phones have to register again.`,
    );
  }
}

/** Adds a key pair. A running relay accepts it immediately. */
export async function addKeyPair(dataDir: string): Promise<KeyPair> {
  const { default: sodium } = await import("libsodium-wrappers");
  await sodium.ready;
  const { publicKey, privateKey } = sodium.crypto_box_keypair();
  const made: KeyPair = {
    public_key: Buffer.from(publicKey).toString("base64"),
    private_key: Buffer.from(privateKey).toString("base64"),
    made_at: new Date().toISOString(),
  };
  await writeKeyPairs(keyFilePath(dataDir), [...(await loadKeyPairs(dataDir)), made]);
  return made;
}

/** Creates a key pair if there is none. */
export async function ensureKeyPair(dataDir: string): Promise<void> {
  if ((await loadKeyPairs(dataDir)).length === 0) await addKeyPair(dataDir);
}

/** Replaces the file atomically, so concurrent readers find either the old or the new content. */
async function writeKeyPairs(path: string, pairs: readonly KeyPair[]): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  {
    await using file = await open(draft, "wx", 0o600);
    await file.writeFile(`${JSON.stringify(pairs, null, 2)}\n`);
    await file.sync();
  }
  await rename(draft, path);
}
