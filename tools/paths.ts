// Paths for the tools.
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this checkout. */
export const root = dirname(import.meta.dirname);

/** Whether the module with this URL is the one that Node was started with. */
export function isMain(url: string): boolean {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}
