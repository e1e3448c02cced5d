import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { findSecret, secretPath } from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { assertDataDirectoryUsable } from "@parlance/kernel/files/data-directory.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import { originName } from "../origin-name.ts";
import { findStats } from "./file-stats.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const MIB = 2 ** 20;
const WARN_BELOW_MIB = 1024;
const FAIL_BELOW_MIB = 100;
const OTHER_USERS_MASK = 0o077;

export async function checkDataDirectory(dataDir: string): Promise<Finding[]> {
  try {
    await assertDataDirectoryUsable(dataDir);
  } catch (error) {
    const advice = "Run this command as the user that runs the server, or change the folder's owner (chown -R).";
    return [fail("data directory", errorText(error), advice)];
  }
  return [await checkAccess(dataDir), await checkSpace(dataDir)];
}

async function checkAccess(dataDir: string): Promise<Finding> {
  const stats = await findStats(dataDir);
  if (!stats) return ok("data directory", `${dataDir} does not exist yet; it is created when a server starts`);
  if ((stats.mode & 0o022) === 0) return ok("data directory", dataDir);
  return warn("data directory", `other users can write to ${dataDir}`, `chmod go-w ${dataDir}`);
}

async function checkSpace(dataDir: string): Promise<Finding> {
  let folder = dataDir;
  while (!(await findStats(folder))) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MIB);
  const message = `${free} MiB free`;
  const advice = `Free up space on the disk of ${folder}: when it is full, the server can no longer write.`;
  if (free < FAIL_BELOW_MIB) return fail("disk space", message, advice);
  return free < WARN_BELOW_MIB ? warn("disk space", message, advice) : ok("disk space", message);
}

/** Checks the secret: the one in the settings, otherwise the one in the secret file. */
export async function checkSecretFile(
  dataDir: string,
  { secret: configured, sources }: Pick<Config, "secret" | "sources">,
): Promise<Finding> {
  try {
    await findSecret(dataDir, configured);
  } catch (error) {
    return fail(
      "secret",
      errorText(error),
      "Keep the secret in a file that only the server's user can read, or in server.secret (PARLANCE_SECRET).",
    );
  }
  if (configured !== undefined) return ok("secret", `from ${originName(sources.secret.origin, "PARLANCE_SECRET")}`);
  const path = secretPath(dataDir);
  const stats = await findStats(path);
  if (!stats) return ok("secret", "does not exist yet; it is created when a server starts");
  if ((stats.mode & OTHER_USERS_MASK) === 0) return ok("secret", path);
  return warn(
    "secret",
    `other users can read ${path}: anyone who has the secret can act as any user`,
    `chmod 600 ${path}`,
  );
}
