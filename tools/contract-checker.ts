// The checker of the wire contract, which lives beside the checkout; skipped if it is not there.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.ts";

const file = join(root, "..", "shared", "contract", "check.mjs");

/** Path of the contract's checker, or undefined where this checkout stands alone. */
export const contractCheckerPath: string | undefined = existsSync(file) ? file : undefined;
