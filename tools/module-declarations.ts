// The declarations of the server's modules, read from each index.ts without running it.
import { readFiles } from "./source-files.ts";

/** A module, by its declaration. */
export interface ModuleDeclaration {
  /** Relative to `server/src/modules/`. */
  readonly folder: string;
  /** Section of the API reference that describes the module's endpoints. */
  readonly section: string;
  readonly floor: string;
  readonly tables: readonly string[];
}

const INDEX = /^server\/src\/modules\/(.+)\/index\.ts$/;
/** Matches the first properties of a `Module`, which must be in this order. */
const DECLARATION =
  /\bname: "([\w-]+)",\s*(?:section: "([\w-]+)",\s*)?floor: "([\w-]+)",\s*(?:tables: \[([^\]]*)\],\s*)?endpoints\b/;

function parseDeclaration(folder: string, text: string): ModuleDeclaration[] {
  const [, name = "", section = name, floor = "", tables = ""] = DECLARATION.exec(text) ?? [];
  if (name === "") return [];
  return [{ folder, section, floor, tables: [...tables.matchAll(/"(\w+)"/g)].map(([, table = ""]) => table) }];
}

/** All modules in the order of their folders, without those that declare no floor. */
export const moduleDeclarations: readonly ModuleDeclaration[] = readFiles((path) => INDEX.test(path)).flatMap(
  ({ path, text = "" }) => parseDeclaration(INDEX.exec(path)?.[1] ?? "", text),
);
