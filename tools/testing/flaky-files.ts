// Lists flaky test files: files that failed in the gate (`.ci/run`) and then passed when they were run again, alone.
// Each of them is a defect.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "../paths.ts";
import type { FileResult } from "./results.ts";

/** File to which all steps of `.ci/run` add their flaky files. `.ci/run` deletes it at the start. */
const FLAKY_FILE = join(root, "tmp", "flaky.json");
/** Maximum number of flaky files in a run of the gate. With more, the gate fails. */
export const MAX_FLAKY_FILES = 1;

export interface FlakyFile {
  readonly file: string;
  readonly test: string;
  /** Error of the first attempt. `seconds` is the duration of the first attempt as well. */
  readonly error: string;
  readonly seconds: number;
}

const RANDOM_OR_CRASH = /crash|kill|walk|concurrent-(changes|moves)|\.property\.test\.ts$/;
const RANDOM_INPUT = /^(import|\}) .*from "[^"]*\b(random-runs|assert-property)\.ts"/m;

/**
 * Returns true if a file may be run again after a failure. Crash tests and tests with random input may not be, because
 * their purpose is to find failures that occur only in one of many runs.
 */
export const canRetry = (file: string): boolean =>
  !RANDOM_OR_CRASH.test(basename(file)) && !RANDOM_INPUT.test(readFileSync(join(root, file), "utf8"));

export function toFlakyFile({ file, failures, seconds }: FileResult): FlakyFile {
  const [first] = failures;
  return { file, test: first?.test ?? "", error: first?.error ?? "", seconds };
}

export const readFlaky = (path = FLAKY_FILE): FlakyFile[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as FlakyFile[]) : [];

/** Adds files to the list of flaky files. Returns the whole list. */
export function addFlaky(files: readonly FlakyFile[], path = FLAKY_FILE): FlakyFile[] {
  const all = [...readFlaky(path), ...files];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}

/** Formats a list of flaky files, one per line, with the first line of each error. */
export const describeFlaky = (files: readonly FlakyFile[]): string =>
  ["flaky:", ...files.map(({ file, test, error }) => `  ${file} > ${test}: ${error.split("\n")[0]}`)].join("\n");
