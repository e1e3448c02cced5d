// Finds the program that checks the API against its specification. It is outside of the repository; if it does not
// exist, these checks are skipped.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.ts";

/** Path at which the program is expected. */
export const contractCheckerFile: string = join(root, "..", "shared", "contract", "check.mjs");

/** Path of the program that checks the API against its specification. Undefined if it does not exist. */
export const contractCheckerPath: string | undefined = existsSync(contractCheckerFile)
  ? contractCheckerFile
  : undefined;
