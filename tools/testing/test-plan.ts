// Decides which process runs which test file. A few processes run many files each. With a process for each file, most
// of the time would be spent on starting processes, and on loading and starting the server in each of them.
import { readFileSync, symlinkSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "../paths.ts";
import type { Durations } from "./durations.ts";
import { FileQueue } from "./file-queue.ts";
import { isSlow } from "./select-tests.ts";

/**
 * Matches files that change or measure their whole process, or that declare that they need a separate process. Such a
 * file is run in a separate process.
 */
const NEEDS_OWN_PROCESS =
  /\bmock\.timers\.|\bmock\.method\((Date|performance|console)\b|\bmemoryUsage\b|^\/\/ In a process of its own: /m;
/** Matches files that start processes, which takes long. */
const STARTS_PROCESSES =
  /\b(ServerProcess|OwnPostgres|startEmbeddedPostgres|spawn|spawnSync|execFileSync|runInShell)\b|(command-line|backups)\.ts"/;
/** Matches files that start servers or other commands in the same way as operators do. */
const STARTS_PROGRAM = /\bServerProcess\b|(command-line|backups)\.ts"/;
/**
 * Matches options that do not change which tests run. With any other option, such as one that selects tests by name,
 * each file is run in a separate process.
 */
const REPORTER_OPTION = /^--test-reporter(-destination)?=/;
const WORKER = join(root, "tools", "testing", "worker.ts");
/** Estimated additional time in seconds for a file that starts processes and was never measured. */
const SECONDS_WITH_PROCESSES = 10;
/** Length of a test file that is estimated to take one second, in characters. */
const CHARACTERS_PER_SECOND = 10_000;

/**
 * Returns the number of processes for a run. It is larger than the number of processors, because tests spend part of
 * their time waiting. With slow files it is smaller, because each of them may start servers as well.
 */
export const countProcesses = (files: readonly string[]): number =>
  availableParallelism() + (files.some(isSlow) ? 1 : 2);

export interface PlanOptions {
  readonly flags: readonly string[];
  /** Folder for data that the processes exchange. */
  readonly scratch: string;
  readonly processes: number;
  readonly durations: Durations;
}

interface TestPlan {
  /**
   * The files for which Node's test runner starts a process each: files that need a separate process, and the workers.
   */
  readonly entries: readonly string[];
  /** The files that the workers share. */
  readonly shared: FileQueue;
}

/**
 * Distributes files among processes. The longest files come first, so that no process has to start a long file at the
 * end.
 */
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
    // Node starts these in order, as many at a time as the number of processes allows. The workers come last and share
    // the remaining files.
    entries: [...alone.map(({ file }) => file), ...workers],
    shared: FileQueue.create(scratch, { files: shared.map(({ file }) => file), processes: workers.length }),
  };
}

/** Creates a file with a unique name for a worker, because Node runs a file only once. */
export function workerEntry(scratch: string, slot: number): string {
  const entry = join(scratch, `tests-${slot}.ts`);
  symlinkSync(WORKER, entry);
  return entry;
}

/** Returns the number of the worker, starting at 1, that was started with this file. Undefined for other files. */
export function findSlot(entry: string): number | undefined {
  const [, slot] = /tests-(\d+)\.ts$/.exec(entry) ?? [];
  return slot === undefined ? undefined : Number(slot);
}

/** Returns true if the tests of a file start the program in separate processes. */
export const startsProgram = (file: string): boolean => STARTS_PROGRAM.test(readFileSync(join(root, file), "utf8"));

interface Source {
  readonly file: string;
  readonly text: string;
}

const estimate = (text: string): number =>
  (STARTS_PROCESSES.test(text) ? SECONDS_WITH_PROCESSES : 0) + text.length / CHARACTERS_PER_SECOND;
