import { readFile } from "node:fs/promises";
import { secretFingerprint, secretPath } from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { BackupError, type BackupManifest } from "@parlance/kernel/backup/backup-format.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";

interface SecretSourceOptions {
  readonly manifest: BackupManifest;
  /** Content of the secret file in the backup, or undefined if the backup does not contain it. */
  readonly restored: string | undefined;
  readonly config: Config;
  /** Data directory whose existing secret file will be kept. Undefined if the whole content is replaced. */
  readonly dataDir: string | undefined;
}

/**
 * Origin of the secret after a restore. `backup`: the backup, or no secret is needed. `present`: PARLANCE_SECRET or the
 * existing secret file. `missing`: the operator must set PARLANCE_SECRET.
 */
export type SecretSource = "backup" | "present" | "missing";

/**
 * Determines with which secret the restored database will be used.
 * @throws BackupError if the configured or existing secret differs from the one with which the database was used,
 * because all API keys would be invalid
 */
export async function resolveSecretSource({
  manifest,
  restored,
  config,
  dataDir,
}: SecretSourceOptions): Promise<SecretSource> {
  const wanted = manifest.secretFingerprint;
  const isAnother = (text: string) => wanted !== null && secretFingerprint(Buffer.from(text.trim())) !== wanted;
  if (config.secret !== undefined) {
    if (isAnother(config.secret)) throw secretMismatch("PARLANCE_SECRET");
    return "present";
  }
  const present =
    dataDir === undefined ? undefined : await readFile(secretPath(dataDir), "utf8").catch(() => undefined);
  if (present !== undefined) {
    if (isAnother(present)) throw secretMismatch(secretPath(dataDir ?? ""));
    return "present";
  }
  return restored === undefined && wanted !== null ? "missing" : "backup";
}

const secretMismatch = (origin: string) =>
  new BackupError(
    `${origin} does not match the secret of the backup: every API key would stop working. ` +
      "Set PARLANCE_SECRET to the former secret, or remove the other one.",
  );
