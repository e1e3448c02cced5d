// Which process runs which test file. A few processes that each run many files save starting one for each file: starting it,
// loading the server and starting that would take most of the time.
import { readFileSync, symlinkSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "../paths.ts";
import type { Durations } from "./durations.ts";
import { FileQueue } from "./file-queue.ts";
import { isSlow } from "./select-tests.ts";

/** Changes or measures the whole process: such a file has one to itself, and so has one that says that it must. */
const NEEDS_OWN_PROCESS =
  /\bmock\.timers\.|\bmock\.method\((Date|performance|console)\b|\bmemoryUsage\b|^\/\/ In a process of its own: /m;
/** Starts processes, which takes long. */
const STARTS_PROCESSES =
  /\b(ServerProcess|OwnPostgres|startEmbeddedPostgres|spawn|spawnSync|execFileSync|runInShell)\b|(command-line|backups)\.ts"/;
/** Starts servers, or other commands, as people start them. */
const STARTS_PROGRAM = /\bServerProcess\b|(command-line|backups)\.ts"/;
/** Options that do not change which tests run. With any other, such as a choice of tests, each file has a process to itself. */
const REPORTER_OPTION = /^--test-reporter(-destination)?=/;
const WORKER = join(root, "tools", "testing", "worker.ts");
/** Estimate for a file that starts processes and was never measured. */
const SECONDS_WITH_PROCESSES = 10;
/** Of a file that starts none. */
const CHARACTERS_PER_SECOND = 10_000;

/** Processes for these files: more than can run at once, because tests also wait; fewer if each may have servers beside it. */
export const countProcesses = (files: readonly string[]): number =>
  availableParallelism() + (files.some(isSlow) ? 1 : 2);

export interface PlanOptions {
  readonly flags: readonly string[];
  /** A folder for what the processes need to know. */
  readonly scratch: string;
  readonly processes: number;
  readonly durations: Durations;
}

interface TestPlan {
  /** What Node's test runner starts a process for, each. */
  readonly entries: readonly string[];
  /** The files that those processes share which are ours. */
  readonly shared: FileQueue;
}

/** Distributes files among processes, those that take longest first, so that no process is left with one at the end. */
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
    // Node starts them in this order, as many at a time as there may be: workers make use of whatever time is left.
    entries: [...alone.map(({ file }) => file), ...workers],
    shared: FileQueue.create(scratch, { files: shared.map(({ file }) => file), processes: workers.length }),
  };
}

/** A name of its own for each worker, because Node runs a file once. */
export function workerEntry(scratch: string, slot: number): string {
  const entry = join(scratch, `tests-${slot}.ts`);
  symlinkSync(WORKER, entry);
  return entry;
}

/** Which of the workers, 1, 2, …, was started under this name. */
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
