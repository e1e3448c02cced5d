// Which test files a run means.
import { readFileSync } from "node:fs";
import { join, matchesGlob, relative, resolve } from "node:path";
import { root } from "../paths.ts";

/** The line by which a test file says that it takes long by nature, and why. */
const LENGTHY = /^\/\/ Slow: /m;

export interface Selection {
  /** Options for Node's test runner, as they were given. */
  flags: string[];
  files: string[];
  /** Arguments that mean no test file. */
  unmatched: string[];
  /** Files that take long by nature, which only a run that names them, or one at full length, has in it. */
  leftOut: string[];
}

interface Surroundings {
  readonly cwd?: string;
  /** Whether the run takes the time for whatever takes long. */
  readonly isFullLength?: boolean;
  /** Whether a file says of itself that it takes long by nature. */
  readonly isLengthy?: (path: string) => boolean;
}

/**
 * Sorts the arguments of a run. Each that is not an option names tests by file, folder or glob, from `cwd`; none means all.
 * @param all paths of our files, relative to the root
 */
export function select(
  args: readonly string[],
  all: readonly string[],
  { cwd = process.cwd(), isFullLength = false, isLengthy = saysItTakesLong }: Surroundings = {},
): Selection {
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
  const leftOut = wanted.length > 0 || isFullLength ? [] : tests.filter(isLengthy);
  return {
    flags,
    files: wanted.length === 0 ? minus(tests, leftOut) : [...new Set([...matches.values()].flat())],
    leftOut,
    unmatched: [...matches].filter(([, files]) => files.length === 0).map(([arg]) => arg),
  };
}

const minus = (files: readonly string[], others: readonly string[]): string[] =>
  files.filter((file) => !others.includes(file));

const saysItTakesLong = (path: string): boolean => LENGTHY.test(readFileSync(join(root, path), "utf8"));
