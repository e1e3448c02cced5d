// Decides which process runs which test file. A few processes that each run many files are used instead of one for each
// file: starting the process, loading the server and starting it would take most of the time.
import { readFileSync, symlinkSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "../paths.ts";
import type { Durations } from "./durations.ts";
import { FileQueue } from "./file-queue.ts";
import { isSlow } from "./select-tests.ts";

/**
 * Matches files that change or measure the whole process, or that declare that they need one. Such a file has a process
 * of its own.
 */
const NEEDS_OWN_PROCESS =
  /\bmock\.timers\.|\bmock\.method\((Date|performance|console)\b|\bmemoryUsage\b|^\/\/ In a process of its own: /m;
/** Matches files that start processes, which is slow. */
const STARTS_PROCESSES =
  /\b(ServerProcess|OwnPostgres|startEmbeddedPostgres|spawn|spawnSync|execFileSync|runInShell)\b|(command-line|backups)\.ts"/;
/** Matches files that start servers or other commands as users start them. */
const STARTS_PROGRAM = /\bServerProcess\b|(command-line|backups)\.ts"/;
/**
 * Options that do not change which tests run. With any other, such as a selection of tests, each file has a process of
 * its own.
 */
const REPORTER_OPTION = /^--test-reporter(-destination)?=/;
const WORKER = join(root, "tools", "testing", "worker.ts");
/** Estimate for a file that starts processes and was never measured. */
const SECONDS_WITH_PROCESSES = 10;
/** For a file that starts none. */
const CHARACTERS_PER_SECOND = 10_000;

/**
 * Returns the number of processes for these files: more than can run in parallel, because tests also wait, but fewer if
 * each may have servers running as well.
 */
export const countProcesses = (files: readonly string[]): number =>
  availableParallelism() + (files.some(isSlow) ? 1 : 2);

export interface PlanOptions {
  readonly flags: readonly string[];
  /** Folder for data that the processes need. */
  readonly scratch: string;
  readonly processes: number;
  readonly durations: Durations;
}

interface TestPlan {
  /** The files for which Node's test runner starts a process each. */
  readonly entries: readonly string[];
  /** The files that our worker processes share. */
  readonly shared: FileQueue;
}

/** Distributes files among processes, the longest first, so that no process is left with a long one at the end. */
export function createTestPlan(
  files: readonly string[],
  { flags, scratch, processes, durations }: PlanOptions,
): TestPlan {
  const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const mayShare = flags.every((flag) => REPORTER_OPTION.test(flag));
  const seconds = ({ file, text }: Source) => durations.get(file) ?? estimate(text);
  const ordered = sources.toSorted((one, other) => seconds(other) - seconds(one));
  const { alone = [], shared = [] } = Object.groupBy(ordered, ({ text }) =>
    mayShare && !NEEDS_OWN_PROCESS.test(text) ? "shared" : "alone",
  );
  const workers = Array.from({ length: Math.min(processes, shared.length) }, (_, index) =>
    workerEntry(scratch, index + 1),
  );
  return {
    // Node starts them in this order, as many at a time as allowed. Workers use whatever time is left.
    entries: [...alone.map(({ file }) => file), ...workers],
    shared: FileQueue.create(scratch, { files: shared.map(({ file }) => file), processes: workers.length }),
  };
}

/** Creates a unique name for each worker, because Node runs a file only once. */
export function workerEntry(scratch: string, slot: number): string {
  const entry = join(scratch, `tests-${slot}.ts`);
  symlinkSync(WORKER, entry);
  return entry;
}

/** Returns the number of the worker, from 1, that was started under this name. */
export function findSlot(entry: string): number | undefined {
  const [, slot] = /tests-(\d+)\.ts$/.exec(entry) ?? [];
  return slot === undefined ? undefined : Number(slot);
}

/** Whether the tests of a file start the program in processes of its own. */
export const startsProgram = (file: string): boolean => STARTS_PROGRAM.test(readFileSync(join(root, file), "utf8"));

interface Source {
  readonly file: string;
  readonly text: string;
}

const estimate = (text: string): number =>
  (STARTS_PROCESSES.test(text) ? SECONDS_WITH_PROCESSES : 0) + text.length / CHARACTERS_PER_SECOND;
