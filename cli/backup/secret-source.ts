import { readFile } from "node:fs/promises";
import { secretFingerprint, secretPath } from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { BackupError, type BackupManifest } from "@parlance/kernel/backup/backup-format.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";

interface SecretSourceOptions {
  readonly manifest: BackupManifest;
  /** The content of the secret's file in the backup, if it has one. */
  readonly restored: string | undefined;
  readonly config: Config;
  /** Whose secret's file stays where it is; undefined where all is replaced. */
  readonly dataDir: string | undefined;
}

/** Where the secret comes from after a restore; `missing`: the operator has to set PARLANCE_SECRET. */
export type SecretSource = "backup" | "present" | "missing";

/**
 * Finds out with which secret the restored database will be used.
 * @throws BackupError when the one that is set is another than the one it was used with: every API key would be void
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
