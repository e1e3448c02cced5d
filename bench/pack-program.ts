import { pack } from "../tools/bootstrap/pack.mjs";
import { root } from "../tools/paths.ts";

/** Packs the program, so that the measured servers run from the same packed files as on users' machines. */
export const packProgram = (): Promise<void> => pack(root, process.execPath);
