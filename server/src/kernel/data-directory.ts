import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errorCode, fileProblem } from "./db/embedded/errors.ts";
import { errorText } from "./error-description.ts";

/** The data directory cannot be used; the message says why, and what to do. */
export class DataDirectoryProblem extends Error {
  override readonly name = "DataDirectoryProblem";
}

/**
 * Looks whether a server can keep its data there, or could make the folder. Makes nothing.
 * @throws DataDirectoryProblem
 */
export async function requireDataDirectory(dataDir: string): Promise<void> {
  const path = resolve(dataDir);
  try {
    const folder = await nearestThatExists(path);
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(), { code: "EEXIST" });
    const { R_OK, W_OK, X_OK } = constants;
    await access(folder, folder === path ? R_OK | W_OK | X_OK : W_OK | X_OK);
  } catch (error) {
    throw problem(path, error);
  }
}

/**
 * Makes the data directory, readable by this user alone, if it is not there.
 * @throws DataDirectoryProblem
 */
export async function makeDataDirectory(dataDir: string): Promise<void> {
  const path = resolve(dataDir);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw problem(path, error);
  }
}

async function nearestThatExists(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (errorCode(error) !== "ENOENT" || path === dirname(path)) throw error;
    return nearestThatExists(dirname(path));
  }
}

const problem = (path: string, cause: unknown): DataDirectoryProblem =>
  new DataDirectoryProblem(
    `Cannot use the data directory ${path}: ${fileProblem(cause) ?? errorText(cause)}. ` +
      "Correct this, or choose another one with --data-dir (PARLANCE_DATA_DIR).",
    { cause },
  );
