// Lint and types in one pass: oxlint has the compiler analyse each file once, for its rules and for its own diagnostics.
//
// A file's problems follow from its own text and from all that it imports, directly or not. So a file that passed is not
// looked at again until one of these changes, or a declaration that is global, or a tool or its configuration.
import { hash } from "node:crypto";
import type { SourceFile } from "../source-files.ts";
import { importsOf, type Import } from "../imports.ts";
import { identity, keyOf } from "./cache.ts";
import { program, type Check, type Outcome, type Scope } from "./check.ts";

const FLAGS = ["--type-aware", "--type-check", "--deny-warnings", "--report-unused-disable-directives"];
const LINTED = /\.[cm]?[jt]sx?$/;
/** Files that are in the graph of imports. */
export const GRAPHED = /\.([cm]?[jt]sx?|css)$|(^|\/)package\.json$/;
/** Files that decide which problems are found in all the others. */
export const CONFIGURES = /(^|\/)(tsconfig[^/]*|\.oxlintrc|package|package-lock)\.json$|^tools\/checks\/lint\.ts$/;
/** Declarations that count in files which do not import theirs. */
const IS_GLOBAL = /^\s*declare (global|module)\b/m;
const KEPT = "lint";
/** With more files than this, the linter is called for all files, without paths. */
const MOST_AS_PATHS = 1500;

export const lint: Check = {
  name: "lint",
  alias: "types",
  about: "TypeScript, strict, and oxlint with types: promises, any, budgets of size",
  dependsOn: (path) => GRAPHED.test(path) || CONFIGURES.test(path),
  run: lintFiles,
};

async function lintFiles({ files, environment, cache, mayReuse, affected }: Scope): Promise<Outcome> {
  const keys = keysOf(files, environment);
  const kept = mayReuse ? passesIn(cache.read(KEPT)) : new Map<string, string>();
  const wanted = [...keys.keys()].filter((path) => affected === "all" || affected.has(path));
  const open = wanted.filter((path) => kept.get(path) !== keys.get(path));
  if (open.length === 0) return { ok: true, output: "" };
  const outcome = await program("node_modules/.bin/oxlint", ...FLAGS, ...(open.length > MOST_AS_PATHS ? [] : open));
  if (!outcome.ok) return outcome;
  const passed = open.length > MOST_AS_PATHS ? [...keys.keys()] : open;
  const still = [...kept].filter(([path]) => keys.has(path));
  cache.keep(KEPT, Object.fromEntries([...still, ...passed.map((path) => [path, keys.get(path)])]));
  return outcome;
}

const passesIn = (kept: unknown): Map<string, string> =>
  new Map(kept instanceof Object ? Object.entries(kept as Record<string, string>) : []);

/** By linted file, a key that covers its text and all that its problems depend on. */
export function keysOf(files: readonly SourceFile[], environment: string): Map<string, string> {
  const graphed = files.filter(({ path }) => GRAPHED.test(path));
  const identities = new Map(files.map((file) => [file.path, hash("sha256", identity(file))]));
  const deep = digestsWithImports(importsOf(graphed), identities);
  const globals = graphed.filter(({ text = "", path }) => path.endsWith(".d.ts") || IS_GLOBAL.test(text));
  const configuration = files.filter(({ path }) => CONFIGURES.test(path)).map(identity);
  const base = hash("sha256", [environment, ...configuration, ...globals.map(({ path }) => deep(path))].join("\n\n"));
  const linted = graphed.filter(({ path }) => LINTED.test(path));
  return new Map(linted.map(({ path }) => [path, keyOf(base, [], deep(path))]));
}

/**
 * Returns the function that computes a digest of a file and of all that it imports, directly or not. It throws where imports go
 * round in a circle, which the check of directions forbids.
 */
function digestsWithImports(
  imports: readonly Import[],
  identities: ReadonlyMap<string, string>,
): (path: string) => string {
  const next = Map.groupBy(imports, ({ from }) => from);
  const digests = new Map<string, string>();
  const open = new Set<string>();
  return function digestOf(path: string): string {
    const known = digests.get(path);
    if (known !== undefined) return known;
    if (open.has(path)) throw new Error(`the imports of ${path} lead back to it: see npm run check -- directions`);
    open.add(path);
    const inside = (next.get(path) ?? []).map(({ to }) => digestOf(to)).toSorted();
    open.delete(path);
    const digest = hash("sha256", [path, identities.get(path) ?? "", ...inside].join("\n"));
    digests.set(path, digest);
    return digest;
  };
}

/** The changed files and all that import them, directly or not. */
export function importersOf(changed: readonly string[], imports: readonly Import[]): Set<string> {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const reached = new Set(changed);
  for (const path of reached) for (const { from } of importers.get(path) ?? []) reached.add(from);
  return reached;
}
