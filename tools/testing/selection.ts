// Which test files a run means.
import { matchesGlob, relative, resolve } from "node:path";
import { root } from "../paths.ts";

export interface Selection {
  /** Options for Node's test runner, as they were given. */
  flags: string[];
  files: string[];
  /** Arguments that mean no test file. */
  unmatched: string[];
}

/**
 * Sorts the arguments of a run. Each that is not an option names tests by file, folder or glob, from `cwd`; none means all.
 * @param all paths of our files, relative to the root
 */
export function select(args: readonly string[], all: readonly string[], cwd = process.cwd()): Selection {
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
  return {
    flags,
    files: wanted.length === 0 ? tests : [...new Set([...matches.values()].flat())],
    unmatched: [...matches].filter(([, files]) => files.length === 0).map(([arg]) => arg),
  };
}
