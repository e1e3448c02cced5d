import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { systemErrorCode, describeFileError } from "../base/file-errors.ts";
import { errorText } from "../base/error-description.ts";

/** Thrown if the data directory cannot be used. The message states the reason and the remedy. */
export class DataDirectoryError extends Error {
  override readonly name = "DataDirectoryError";
}

/**
 * Throws if the server cannot store its data in the directory, or if the directory does not exist and could not be
 * created. Creates nothing.
 * @throws DataDirectoryError
 */
export async function assertDataDirectoryUsable(dataDir: string): Promise<void> {
  const path = resolve(dataDir);
  try {
    const folder = await findNearestExisting(path);
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(), { code: "EEXIST" });
    const { R_OK, W_OK, X_OK } = constants;
    await access(folder, folder === path ? R_OK | W_OK | X_OK : W_OK | X_OK);
  } catch (error) {
    throw toDataDirectoryError(path, error);
  }
}

/**
 * Creates the data directory if it does not exist, accessible only by this system user.
 * @throws DataDirectoryError
 */
export async function createDataDirectory(dataDir: string): Promise<void> {
  const path = resolve(dataDir);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toDataDirectoryError(path, error);
  }
}

async function findNearestExisting(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT" || path === dirname(path)) throw error;
    return findNearestExisting(dirname(path));
  }
}

const toDataDirectoryError = (path: string, cause: unknown): DataDirectoryError =>
  new DataDirectoryError(
    `Cannot use the data directory ${path}: ${describeFileError(cause) ?? errorText(cause)}. ` +
      "Correct this, or choose another one with --data-dir (PARLANCE_DATA_DIR).",
    { cause },
  );
