import { pack } from "../tools/bootstrap/pack.mjs";
import { root } from "../tools/paths.ts";

/** Has servers start from what people start them from. */
export const packProgram = (): Promise<void> => pack(root, process.execPath);
