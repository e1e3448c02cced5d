import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";

/** A location in a module, as it appears in stacks. */
const STACK_LOCATION = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g;

/**
 * Cached source maps by module. They may be garbage-collected, because they are large and errors are rare. Null: the
 * module has no source map.
 */
const sourceMaps = new Map<string, WeakRef<SourceMap> | null>();

/** Replaces the locations in a stack with those in the sources, for bundled modules with a source map. */
export const mapStackToSources = (stack: string): string =>
  stack.replace(STACK_LOCATION, (place, module: string, line: string, column: string) => {
    const entry = findSourceMap(module)?.findOrigin(Number(line), Number(column));
    if (!entry || !("fileName" in entry)) return place;
    return `${new URL(entry.fileName, module).href}:${entry.lineNumber}:${entry.columnNumber}`;
  });

function findSourceMap(module: string): SourceMap | undefined {
  const known = sourceMaps.get(module);
  if (known === null) return undefined;
  const map = known?.deref() ?? readSourceMap(module);
  sourceMaps.set(module, map ? new WeakRef(map) : null);
  return map;
}

function readSourceMap(module: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(module)}.map`, "utf8")) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
