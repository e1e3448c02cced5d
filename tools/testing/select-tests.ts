// Selects the test files that the arguments of a run name.
import { readFileSync } from "node:fs";
import { join, matchesGlob, relative, resolve } from "node:path";
import { root } from "../paths.ts";

/** The line with which a test file declares that it is slow, and why. */
const SLOW = /^\/\/ Slow: /m;

export interface TestSelection {
  /** Options for Node's test runner, as given. */
  flags: string[];
  files: string[];
  /** Arguments that match no test file. */
  unmatched: string[];
}

interface SelectionOptions {
  readonly cwd?: string;
  /** Whether only slow files are selected, of all or of the named ones. */
  readonly slow?: boolean;
  readonly isSlow?: (path: string) => boolean;
}

/** True if a test file is marked as slow. */
export const isSlow = (path: string): boolean => SLOW.test(readFileSync(join(root, path), "utf8"));

/**
 * Parses the arguments of a run. Each that is not an option names tests by file, folder or glob, from `cwd`. Without
 * any, all tests that are not slow are selected.
 * @param all paths of our files, relative to the root
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
