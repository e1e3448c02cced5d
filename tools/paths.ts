// Paths that the tools use.
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Path of the root folder of this checkout. */
export const root = dirname(import.meta.dirname);

/** Returns true if the module with this URL is the one that Node was started with. */
export function isMain(url: string): boolean {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}
