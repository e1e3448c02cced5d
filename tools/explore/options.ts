import { matchesGlob } from "node:path";
import { parseArgs } from "node:util";

export const HELP = `usage: npm run explore -- --minutes N [--only GLOB] [--seed S]

Looks for failures that the fixed seeds of npm test do not reach, until the minutes are over:
  random    property tests and random walks, in long rounds, with a new seed each time
  crashes   tests that kill servers (files named *crash* or *kill*), again and again
  soak      npm run soak in the last third of the time, for at most ten minutes (samples:
            tmp/explore/soak.tsv)

  --minutes N   how long, in minutes; fractions are allowed
  --only GLOB   only files that match, or one of the words random, crashes and soak; can be repeated
                  npm run explore -- --minutes 3 --only soak
                  npm run explore -- --minutes 10 --only 'server/src/realtime/**'
  --seed S      the first seed, a whole number; the same seed, --only and files give the same runs

A failure is printed and stored in tmp/explore/, with the output, the command that repeats it, and the known case to paste into
the test, so that every later run of npm test tries it. Ctrl-C ends with the results so far.
Exit status: 0 if nothing failed, 1 if anything did, 2 for wrong arguments.`;

export const KINDS = ["random", "crashes", "soak"] as const;
export type Kind = (typeof KINDS)[number];

export interface ExploreOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly only: readonly string[];
}

/** Thrown if the arguments are invalid. The message is meant for the user. */
export class InvalidArguments extends Error {}

const MAX_SEED = 2 ** 31 - 1;

/**
 * Parses the arguments.
 * @throws InvalidArguments
 */
export function readOptions(args: readonly string[], newSeed: () => number): ExploreOptions {
  const { minutes, seed, only = [] } = parse(args);
  if (minutes === undefined) throw new InvalidArguments("say how long: --minutes 10");
  const length = Number(minutes);
  if (!(length > 0) || !Number.isFinite(length)) {
    throw new InvalidArguments(`--minutes takes a number above 0, not "${minutes}"`);
  }
  if (seed !== undefined && (!/^\d+$/.test(seed) || Number(seed) > MAX_SEED)) {
    throw new InvalidArguments(`--seed takes a whole number up to ${MAX_SEED}, not "${seed}"`);
  }
  return { minutes: length, seed: seed === undefined ? newSeed() : Number(seed), only };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { minutes: { type: "string" }, seed: { type: "string" }, only: { type: "string", multiple: true } },
    }).values;
  } catch (error) {
    throw new InvalidArguments(error instanceof Error ? error.message : String(error));
  }
}

/** A test file that is run with new seeds. */
export interface ExploredFile {
  readonly path: string;
  readonly kind: Exclude<Kind, "soak">;
}

const RANDOM_IMPORT = /from "@parlance\/testkit\/random\/(random-runs|assert-property)\.ts"/;
const CRASH = /(crash|kill)[^/]*\.test\.ts$/;

/**
 * Finds the test files that depend on random values or that kill processes. The tests of the test kit itself are
 * excluded.
 */
export function findExplored(files: readonly string[], read: (path: string) => string): ExploredFile[] {
  return files
    .filter((path) => path.endsWith(".test.ts") && !path.startsWith("testkit/"))
    .flatMap((path): ExploredFile[] => {
      if (CRASH.test(path)) return [{ path, kind: "crashes" }];
      return RANDOM_IMPORT.test(read(path)) ? [{ path, kind: "random" }] : [];
    });
}

export interface ExplorationSelection {
  readonly files: readonly ExploredFile[];
  readonly includesSoak: boolean;
}

/**
 * Selects the files that match the words, paths or globs of `--only`, and the soak test if it is among the words.
 * Without `--only`, selects everything.
 * @throws InvalidArguments if a word or glob matches nothing
 */
export function selectExplored(all: readonly ExploredFile[], only: readonly string[]): ExplorationSelection {
  if (only.length === 0) return { files: all, includesSoak: true };
  const matches = (word: string, { path, kind }: ExploredFile) =>
    word === kind || path === word || path.startsWith(`${word.replace(/\/$/, "")}/`) || matchesGlob(path, word);
  for (const word of only) {
    if (word === "soak" || all.some((file) => matches(word, file))) continue;
    throw new InvalidArguments(`--only ${word} matches none of the ${all.length} random tests and crash tests`);
  }
  return {
    files: all.filter((file) => only.some((word) => matches(word, file))),
    includesSoak: only.includes("soak"),
  };
}
