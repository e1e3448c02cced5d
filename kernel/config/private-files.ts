import { readFileSync, statSync } from "node:fs";
import { errorText } from "../base/error-description.ts";
import { describeFileError, systemErrorCode } from "../base/file-errors.ts";
import { ConfigError } from "./config-error.ts";

const READABLE_BY_OTHERS = 0o004;

/** Returns whether all users of the machine can read a file with these permissions. */
export const isWorldReadable = (mode: number): boolean => (mode & READABLE_BY_OTHERS) !== 0;

/** Returns the command that withdraws the permissions of all users but the file's owner and group. */
export const withdrawPermissions = (path: string): string =>
  `chmod o-rwx ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`;

/** Returns a readable reason why a file cannot be read. */
export function describeReadError(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === "ENOENT") return "it does not exist";
  if (code === "EACCES") return "permission denied; the user who runs the command must be able to read it";
  return describeFileError(error) ?? errorText(error);
}

/**
 * Returns the content of the file of a secret, without line breaks at its end.
 * @throws ConfigError if the file cannot be read, or all users of the machine can read it
 */
export function readSecretFile(path: string): string {
  try {
    assertPrivate(path);
    return readFileSync(path, "utf8").replace(/[\r\n]+$/, "");
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} cannot be read: ${describeReadError(error)}`, { cause: error });
  }
}

/** @throws ConfigError if the file of a secret exists, and all users of the machine can read it */
export function assertPrivate(path: string): void {
  if (!isWorldReadable(statSync(path, { throwIfNoEntry: false })?.mode ?? 0)) return;
  throw new ConfigError(
    `${path} contains a secret, but every user of this machine can read it: run ${withdrawPermissions(path)}`,
  );
}
