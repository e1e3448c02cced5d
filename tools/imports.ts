// Builds the graph of imports between the source files. An import specifier is one of these: a path with an extension,
// a name that a package.json of the repository maps to a path, a Node module, or a package.
import { dirname, posix } from "node:path";
import { parseSync } from "oxc-parser";
import type { SourceFile } from "./source-files.ts";

/**
 * An import in a source file. `to` is the path of another source file, `node:…` for a Node module, `npm:…` for a
 * package, or `unknown:…` if it cannot be resolved.
 */
export interface Import {
  from: string;
  to: string;
}

interface Manifest {
  folder: string;
  name?: string;
  imports?: Record<string, string>;
  exports?: Record<string, string>;
}

/**
 * The import specifiers of each file. Cached because several checks examine the same files, and parsing takes most of
 * their time.
 */
const specifiersByFile = new WeakMap<SourceFile, readonly string[]>();

/** Returns the specifiers of a file's imports and re-exports. Imports of types are included. */
export function findSpecifiers(file: SourceFile): readonly string[] {
  const specifiers = specifiersByFile.get(file) ?? readSpecifiers(file);
  specifiersByFile.set(file, specifiers);
  return specifiers;
}

function readSpecifiers({ path, text = "" }: SourceFile): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const reexported = staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  );
  const written = dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end));
  const dynamic = written.flatMap((source) => /^["'](.*)["']$/.exec(source)?.[1] ?? []);
  return [...new Set([...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reexported, ...dynamic])];
}

/**
 * Resolves a name such as `#alias/*`, or a subpath that a package exports. Returns undefined if the package.json does
 * not map this name.
 */
function resolveMapped(table: Record<string, string> | undefined, name: string, folder: string): string | undefined {
  for (const [pattern, address] of Object.entries(table ?? {})) {
    const [before = "", after] = pattern.split("*");
    if (name === pattern) return posix.join(folder, address);
    if (after === undefined || !name.startsWith(before) || !name.endsWith(after)) continue;
    return posix.join(folder, address.replace("*", name.slice(before.length, name.length - after.length)));
  }
  return undefined;
}

function nearestManifest(manifests: readonly Manifest[], path: string): Manifest | undefined {
  const above = manifests.filter(({ folder }) => folder === "." || path.startsWith(`${folder}/`));
  return above.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

function resolveSpecifier(specifier: string, from: string, manifests: readonly Manifest[]): string {
  if (specifier.startsWith("node:")) return specifier;
  if (specifier.startsWith(".")) return posix.join(dirname(from), specifier);
  const own = nearestManifest(manifests, from);
  if (specifier.startsWith("#"))
    return resolveMapped(own?.imports, specifier, own?.folder ?? ".") ?? `unknown:${specifier}`;
  const packageName = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const workspace = manifests.find(({ name }) => name === packageName);
  if (workspace === undefined) return `npm:${packageName}`;
  return (
    resolveMapped(workspace.exports, `.${specifier.slice(packageName.length)}`, workspace.folder) ??
    `unknown:${specifier}`
  );
}

/**
 * Returns all imports in the given source files. `files` must also contain the package.json files that map names to
 * paths.
 */
export function findImports(files: readonly SourceFile[]): Import[] {
  const isManifest = (path: string) => posix.basename(path) === "package.json";
  const manifests = files
    .filter(({ path }) => isManifest(path))
    .map(({ path, text = "{}" }): Manifest => ({
      ...(JSON.parse(text) as Omit<Manifest, "folder">),
      folder: posix.dirname(path),
    }));
  const known = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => !isManifest(path))
    .flatMap((file) =>
      findSpecifiers(file).map((specifier) => {
        const to = resolveSpecifier(specifier, file.path, manifests);
        return { from: file.path, to: to.includes(":") || known.has(to) ? to : `unknown:${specifier}` };
      }),
    );
}

/** Returns cycles of imports, so that each file that is part of a cycle is in at least one of those returned. */
export function findCycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const seen = new Set<string>();
  const cycles: string[][] = [];
  for (const start of next.keys()) {
    const cycle = seen.has(start) ? undefined : shortestCycle(start, next);
    if (cycle === undefined) continue;
    cycles.push(cycle);
    for (const path of cycle) seen.add(path);
  }
  return cycles;
}

/**
 * Returns the shortest path that leads from a file through its imports back to the file. Undefined if there is none.
 */
function shortestCycle(start: string, next: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const at of queue) {
    for (const to of next.get(at) ?? []) {
      if (to === start) {
        const way = [start];
        for (let step = at; step !== start; step = cameFrom.get(step) ?? start) way.splice(1, 0, step);
        return way;
      }
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, at);
      queue.push(to);
    }
  }
  return undefined;
}
