// Locates the checker of the wire contract, which is outside the checkout. Comparisons are skipped if it does not
// exist.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.ts";

const file = join(root, "..", "shared", "contract", "check.mjs");

/** Path of the contract's checker, or undefined if this checkout stands alone. */
export const contractCheckerPath: string | undefined = existsSync(file) ? file : undefined;
