// Test files that failed in the gate and passed when they ran once more, alone. They are listed, because each is a defect.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "../paths.ts";
import type { FileResult } from "./results.ts";

/** File in which `.ci/run` collects the flaky files of all its steps. It deletes the file when it starts. */
const FLAKY_FILE = join(root, "tmp", "flaky.json");
/** Maximum number of flaky files in one run of the gate. More fail it. */
export const MAX_FLAKY_FILES = 1;

export interface FlakyFile {
  readonly file: string;
  readonly test: string;
  /** From the first attempt, like the duration. */
  readonly error: string;
  readonly seconds: number;
}

const RANDOM_OR_CRASH = /crash|kill|walk|concurrent-(changes|moves)|\.property\.test\.ts$/;
const RANDOM_INPUT = /^(import|\}) .*from "[^"]*\b(random-runs|assert-property)\.ts"/m;

/**
 * Whether a file may run a second time after a failure. Tests of crashes and tests with random input may not: their
 * purpose is to find failures that occur once in many runs.
 */
export const canRetry = (file: string): boolean =>
  !RANDOM_OR_CRASH.test(basename(file)) && !RANDOM_INPUT.test(readFileSync(join(root, file), "utf8"));

export function toFlakyFile({ file, failures, seconds }: FileResult): FlakyFile {
  const [first] = failures;
  return { file, test: first?.test ?? "", error: first?.error ?? "", seconds };
}

export const readFlaky = (path = FLAKY_FILE): FlakyFile[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as FlakyFile[]) : [];

/** Adds to the list of flaky files. Returns the whole list. */
export function addFlaky(files: readonly FlakyFile[], path = FLAKY_FILE): FlakyFile[] {
  const all = [...readFlaky(path), ...files];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}

/** Formats the list as lines of text, with the first line of each error. */
export const describeFlaky = (files: readonly FlakyFile[]): string =>
  ["flaky:", ...files.map(({ file, test, error }) => `  ${file} > ${test}: ${error.split("\n")[0]}`)].join("\n");
