// Checks lint rules and types in one run: oxlint lets the compiler analyze each file once, for the lint rules and for
// the compiler's own errors.
//
// The problems in a file depend on its content and on everything that it imports, directly or indirectly. A file
// without problems is therefore not checked again until its content, one of these files, a global declaration, a tool,
// or a tool's configuration changes.
import { hash } from "node:crypto";
import type { SourceFile } from "../source-files.ts";
import { findImports, type Import } from "../imports.ts";
import { fileIdentity, cacheKey } from "./cache.ts";
import { runProgram, type Check, type CheckOutcome, type CheckScope } from "./check.ts";

const FLAGS = ["--type-aware", "--type-check", "--deny-warnings", "--report-unused-disable-directives"];
const LINTED = /\.[cm]?[jt]sx?$/;
/** Matches the files that are part of the import graph. */
export const GRAPH_FILES = /\.([cm]?[jt]sx?|css)$|(^|\/)package\.json$/;
/** Matches the files that affect which problems are found in all other files. */
export const CONFIGURATION_FILES =
  /(^|\/)(tsconfig[^/]*|\.oxlintrc|package|package-lock)\.json$|^tools\/checks\/lint\.ts$/;
/** Matches declarations that also apply in files that do not import them. */
const IS_GLOBAL = /^\s*declare (global|module)\b/m;
const CACHE_NAME = "lint";
/** If more files than this have to be checked, the linter is run for all files instead of being passed their paths. */
const MAX_PATH_ARGUMENTS = 1500;

export const lintCheck: Check = {
  name: "lint",
  alias: "types",
  about: "TypeScript, strict, and oxlint with types: promises, any, budgets of size",
  dependsOn: (path) => GRAPH_FILES.test(path) || CONFIGURATION_FILES.test(path),
  run: lintFiles,
};

async function lintFiles({ files, environment, cache, canReuse, affected }: CheckScope): Promise<CheckOutcome> {
  const keys = cacheKeys(files, environment);
  const passes = canReuse ? readPasses(cache.read(CACHE_NAME)) : new Map<string, string>();
  const wanted = [...keys.keys()].filter((path) => affected === "all" || affected.has(path));
  const open = wanted.filter((path) => passes.get(path) !== keys.get(path));
  if (open.length === 0) return { ok: true, output: "" };
  const outcome = await runProgram(
    "node_modules/.bin/oxlint",
    ...FLAGS,
    ...(open.length > MAX_PATH_ARGUMENTS ? [] : open),
  );
  if (!outcome.ok) return outcome;
  const passed = open.length > MAX_PATH_ARGUMENTS ? [...keys.keys()] : open;
  const still = [...passes].filter(([path]) => keys.has(path));
  cache.store(CACHE_NAME, Object.fromEntries([...still, ...passed.map((path) => [path, keys.get(path)])]));
  return outcome;
}

const readPasses = (passes: unknown): Map<string, string> =>
  new Map(passes instanceof Object ? Object.entries(passes as Record<string, string>) : []);

/**
 * Returns a cache key for each linted file. The key covers the content of the file and everything else that its
 * problems depend on.
 */
export function cacheKeys(files: readonly SourceFile[], environment: string): Map<string, string> {
  const graphed = files.filter(({ path }) => GRAPH_FILES.test(path));
  const identities = new Map(files.map((file) => [file.path, hash("sha256", fileIdentity(file))]));
  const deep = digestsWithImports(findImports(graphed), identities);
  const globals = graphed.filter(({ text = "", path }) => path.endsWith(".d.ts") || IS_GLOBAL.test(text));
  const configuration = files.filter(({ path }) => CONFIGURATION_FILES.test(path)).map(fileIdentity);
  const base = hash("sha256", [environment, ...configuration, ...globals.map(({ path }) => deep(path))].join("\n\n"));
  const linted = graphed.filter(({ path }) => LINTED.test(path));
  return new Map(linted.map(({ path }) => [path, cacheKey(base, [], deep(path))]));
}

/**
 * Returns a function that computes a digest of a file and of everything that it imports, directly or indirectly. The
 * function throws if imports form a cycle; the check of import directions reports cycles.
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

/** Returns the changed files and all files that import them, directly or indirectly. */
export function importersOf(changed: readonly string[], imports: readonly Import[]): Set<string> {
  const importers = Map.groupBy(imports, ({ to }) => to);
  const reached = new Set(changed);
  for (const path of reached) for (const { from } of importers.get(path) ?? []) reached.add(from);
  return reached;
}
