// Selects the test files that the arguments of a run name.
import { readFileSync } from "node:fs";
import { join, matchesGlob, relative, resolve } from "node:path";
import { root } from "../paths.ts";

/** Matches the line with which a test file declares that it is slow. The reason follows. */
const SLOW = /^\/\/ Slow: /m;

export interface TestSelection {
  /** Options for Node's test runner, unchanged. */
  flags: string[];
  files: string[];
  /** Arguments that do not match any test file. */
  unmatched: string[];
}

interface SelectionOptions {
  readonly cwd?: string;
  /** Whether only slow files are selected among the named files or, if none are named, among all files. */
  readonly slow?: boolean;
  readonly isSlow?: (path: string) => boolean;
}

/** Returns true if a test file declares that it is slow. */
export const isSlow = (path: string): boolean => SLOW.test(readFileSync(join(root, path), "utf8"));

/**
 * Parses the arguments of a run. All arguments that are not options name test files, by a path, a folder or a glob
 * relative to `cwd`. Without such arguments, all tests that are not slow are selected.
 * @param all paths of all source files, relative to the root of the checkout
 */
export function selectTests(
  args: readonly string[],
  all: readonly string[],
  { cwd = process.cwd(), slow = false, isSlow: isSlowFile = isSlow }: SelectionOptions = {},
): TestSelection {
  const tests = all.filter((path) => path.endsWith(".test.ts"));
  const flags = args.filter((arg) => arg.startsWith("-"));
  const wanted = args.filter((arg) => !arg.startsWith("-"));
  const matching = (arg: string) => {
    const from = relative(root, resolve(cwd, arg));
    return tests.filter(
      (path) => from === "" || path === from || path.startsWith(`${from}/`) || matchesGlob(path, from),
    );
  };
  const matches = new Map(wanted.map((arg) => [arg, matching(arg)]));
  const named = wanted.length === 0 ? tests : [...new Set([...matches.values()].flat())];
  const files = slow
    ? named.filter(isSlowFile)
    : wanted.length === 0
      ? named.filter((file) => !isSlowFile(file))
      : named;
  return {
    flags,
    files,
    unmatched: [...matches].filter(([, found]) => found.length === 0).map(([arg]) => arg),
  };
}
