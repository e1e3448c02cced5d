// Which process runs which test file. A few processes that each run many spare a new one for each file: starting that, loading
// the server and starting it would take most of the time.
import { readFileSync, symlinkSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "../paths.ts";
import { FileQueue } from "./queue.ts";

/** What is done to, or asked of, the whole process: such a file has one to itself, and so has one that says that it must. */
const ALONE =
  /\bmock\.timers\.|\bmock\.method\((Date|performance|console)\b|\bmemoryUsage\b|^\/\/ In a process of its own: /m;
/** What takes long: such files come first, so that no process is left with one when the others are done. */
const SLOW =
  /\b(ServerProcess|OwnPostgres|startEmbeddedPostgres|spawn|spawnSync|execFileSync|runInShell)\b|(command-line|backups)\.ts"/;
/** Starts servers, or other commands, as people start them. */
const PROGRAM = /\bServerProcess\b|(command-line|backups)\.ts"/;
/** Options that say how the run is told. With any other, such as a choice of tests, each file has a process to itself. */
const TELLING = /^--test-reporter(-destination)?=/;
const WORKER = join(root, "tools", "testing", "worker.ts");

/** More than can run at once, because tests also wait; at full length not, since each may have a server and browsers beside it. */
export const PROCESSES = availableParallelism() + (process.env["PARLANCE_TEST_LENGTH"] === "full" ? 0 : 2);

interface Plan {
  /** What Node's test runner starts a process for, each. */
  readonly entries: readonly string[];
  /** The files that those processes share which are ours. */
  readonly shared: FileQueue;
}

/** Shares files out among processes. `scratch`: a folder for what they need to know. */
export function plan(flags: readonly string[], files: readonly string[], scratch: string): Plan {
  const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const mayShare = flags.every((flag) => TELLING.test(flag));
  const { alone = [], shared = [] } = Object.groupBy(sources, ({ text }) =>
    mayShare && !ALONE.test(text) ? "shared" : "alone",
  );
  const ordered = shared.toSorted(bySlowness).map(({ file }) => file);
  const processes = Math.min(PROCESSES, ordered.length);
  const workers = Array.from({ length: processes }, (_, index) => workerEntry(scratch, index + 1));
  return {
    entries: [...workers, ...alone.map(({ file }) => file)],
    shared: FileQueue.create(scratch, { files: ordered, processes }),
  };
}

/** A name of its own for each worker, because Node runs a file once. */
export function workerEntry(scratch: string, slot: number): string {
  const entry = join(scratch, `tests-${slot}.ts`);
  symlinkSync(WORKER, entry);
  return entry;
}

/** Which of the workers, 1, 2, …, was started under this name. */
export function slotOf(entry: string): number | undefined {
  const [, slot] = /tests-(\d+)\.ts$/.exec(entry) ?? [];
  return slot === undefined ? undefined : Number(slot);
}

/** Whether the tests of a file start the program in processes of its own. */
export const startsServers = (file: string): boolean => PROGRAM.test(readFileSync(join(root, file), "utf8"));

interface Source {
  readonly file: string;
  readonly text: string;
}

function bySlowness(one: Source, other: Source): number {
  const slow = ({ text }: Source) => Number(SLOW.test(text));
  return slow(other) - slow(one) || other.text.length - one.text.length;
}
