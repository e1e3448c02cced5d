// Collects the results of a run from the events of Node's test runner.
import { relative } from "node:path";
import { inspect } from "node:util";
import { root } from "../paths.ts";
import { findSlot } from "./test-plan.ts";

export interface Counts {
  tests: number;
  suites: number;
  passed: number;
  failed: number;
  cancelled: number;
  skipped: number;
  todo: number;
}

export interface Failure {
  /** Name of the test, preceded by the names of the suites and tests that contain it, separated by " > ". */
  readonly test: string;
  /** Path, line and column where the test is declared. */
  readonly location: string;
  /** The error with its stack trace and, for a failed assertion, the difference. */
  readonly error: string;
}

export interface FileResult {
  /** Path of the file, relative to the root of the checkout. */
  readonly file: string;
  readonly seconds: number;
  readonly counts: Counts;
  readonly failures: readonly Failure[];
}

export interface Results {
  readonly files: readonly FileResult[];
  /** Failures of a process that do not belong to one of the files that it ran. */
  readonly processFailures: readonly Failure[];
}

interface TestError extends Error {
  readonly failureType?: string;
  /** Present if a process has failed. Either the exit code or the signal is null. */
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

/** The fields of an event that are used. The type of the event determines which of them are present. */
export interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly nesting?: number;
    readonly testId?: number;
    readonly parentId?: number;
    readonly file?: string;
    readonly line?: number;
    readonly column?: number;
    /** The file for which the process was started. Absent in events about the process itself. */
    readonly entryFile?: string;
    readonly skip?: string | boolean;
    readonly todo?: string | boolean;
    readonly message?: string;
    readonly details?: {
      readonly passed?: boolean;
      readonly type?: string;
      readonly duration_ms?: number;
      readonly error?: TestError;
    };
  };
}

type Data = TestEvent["data"];

interface Declared {
  readonly name: string;
  readonly parentId: number;
}

/** A process of the run. It is either a worker, which runs many files, or runs a single file. */
class Entry {
  readonly isWorker: boolean;
  readonly tests = new Map<number, Declared>();

  constructor(path: string) {
    this.isWorker = findSlot(path) !== undefined;
  }

  /** Returns the name of a test, preceded by the names of the suites and tests that contain it, outermost first. */
  pathOf({ name = "", parentId = 0 }: Data): string[] {
    const names = [name];
    for (let id = parentId, at = this.tests.get(id); at !== undefined; id = at.parentId, at = this.tests.get(id)) {
      names.unshift(at.name);
    }
    return names;
  }
}

/** Progress that the reporter shows immediately: a failure, or a file that is done. */
export type Progress =
  | { readonly kind: "failure"; readonly file: string; readonly failure: Failure }
  | { readonly kind: "file"; readonly result: FileResult };

const CANCELLED = new Set(["cancelledByParent", "testAborted", "testTimeoutFailure"]);
const NO_COUNTS: Counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };

/**
 * Collects the results from the events of a run, for files that were run by workers and for files that were run in a
 * separate process.
 */
export class ResultCollector {
  readonly #entries = new Map<string, Entry>();
  readonly #open = new Map<string, { counts: Counts; failures: Failure[] }>();
  readonly #files: FileResult[] = [];
  readonly #processFailures: Failure[] = [];

  get results(): Results {
    return { files: this.#files, processFailures: this.#processFailures };
  }

  add({ type, data }: TestEvent): Progress[] {
    const { entryFile, file = "" } = data;
    if (entryFile === undefined && type === "test:dequeue") this.#entries.set(file, new Entry(file));
    const entry = this.#entries.get(entryFile ?? file);
    if (entry === undefined) return [];
    if (type === "test:enqueue" && entryFile !== undefined && data.testId !== undefined) {
      entry.tests.set(data.testId, { name: data.name ?? "", parentId: data.parentId ?? 0 });
    }
    if (type !== "test:complete") return [];
    return entryFile === undefined ? this.#closeEntry(entry, data) : this.#addTest(entry, entryFile, data);
  }

  #addTest(entry: Entry, entryFile: string, data: Data): Progress[] {
    const path = entry.pathOf(data);
    const file = entry.isWorker ? (path[0] as string) : relative(root, entryFile);
    const within = entry.isWorker ? path.slice(1) : path;
    const { counts, failures } = this.#openFile(file);
    count(counts, data);
    const failure = failureOf(data, within.length === 0 ? "(the whole file)" : within.join(" > "));
    if (failure !== undefined) failures.push(failure);
    const progress: Progress[] = failure === undefined ? [] : [{ kind: "failure", file, failure }];
    if (within.length > 0) return progress;
    return [...progress, this.#closeFile(file, data)];
  }

  #closeEntry(entry: Entry, data: Data): Progress[] {
    const file = relative(root, data.file ?? "");
    const failure = failureOf(data, "(the process)");
    if (entry.isWorker) {
      if (failure === undefined) return [];
      this.#processFailures.push(failure);
      return [{ kind: "failure", file: "a process that runs many files", failure }];
    }
    const { counts, failures } = this.#openFile(file);
    if (failure !== undefined) failures.push(failure);
    // In addition, Node counts a file as one test if the file itself has failed or declares no test.
    if (failure !== undefined || counts.tests + counts.suites === 0) count(counts, data);
    const progress: Progress[] = failure === undefined ? [] : [{ kind: "failure", file, failure }];
    return [...progress, this.#closeFile(file, data)];
  }

  #openFile(file: string) {
    const open = this.#open.get(file) ?? { counts: { ...NO_COUNTS }, failures: [] };
    this.#open.set(file, open);
    return open;
  }

  #closeFile(file: string, { details }: Data): Progress {
    const result: FileResult = { file, seconds: (details?.duration_ms ?? 0) / 1000, ...this.#openFile(file) };
    this.#open.delete(file);
    this.#files.push(result);
    return { kind: "file", result };
  }
}

/**
 * Returns the failure that an event reports. Undefined if the event reports no failure, the failure of a test that is
 * expected to fail, or only that a nested test has failed.
 */
function failureOf({ details, todo, file = "", line, column }: Data, test: string): Failure | undefined {
  const error = details?.error;
  if (details?.passed !== false || todo !== undefined || error?.failureType === "subtestsFailed") return undefined;
  return { test, location: [relative(root, file), line, column].join(":"), error: describeError(error) };
}

function describeError(error: TestError | undefined): string {
  if (error?.signal !== undefined && error.signal !== null) return `the process ended with ${error.signal}`;
  if (error?.exitCode !== undefined && error.exitCode !== null) return `the process ended with code ${error.exitCode}`;
  const cause = error?.cause ?? error;
  return typeof cause === "string" ? cause : inspect(cause, { breakLength: Number.POSITIVE_INFINITY });
}

/**
 * Counts a test in the same way as Node. In addition, counts a suite as failed if the suite itself has failed, for
 * example in a hook.
 */
function count(counts: Counts, { details, skip, todo }: Data): void {
  const failureType = details?.error?.failureType;
  const isFailure = details?.passed === false;
  if (details?.type === "suite") {
    counts.suites++;
    if (isFailure && todo === undefined && failureType !== "subtestsFailed") counts.failed++;
    return;
  }
  counts.tests++;
  if (skip !== undefined) counts.skipped++;
  else if (todo !== undefined) counts.todo++;
  else if (failureType !== undefined && CANCELLED.has(failureType)) counts.cancelled++;
  else if (isFailure) counts.failed++;
  else counts.passed++;
}

/** Returns the sums of the counts of several files. */
export function sumOfCounts(files: readonly FileResult[]): Counts {
  const sum = { ...NO_COUNTS };
  for (const { counts } of files) {
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
  }
  return sum;
}

/** Formats the counts as the last lines of TAP output, which continuous integration reads. */
export function closingCounts(counts: Counts, milliseconds: number): string {
  const { tests, suites, passed, failed, cancelled, skipped, todo } = counts;
  const lines = { tests, suites, pass: passed, fail: failed, cancelled, skipped, todo, duration_ms: milliseconds };
  return Object.entries(lines)
    .map(([name, value]) => `# ${name} ${value}`)
    .join("\n");
}

/** Returns true if all files have passed and no process has failed. */
export const hasPassed = ({ files, processFailures }: Results): boolean =>
  processFailures.length === 0 && files.every(isFilePassed);

export const isFilePassed = ({ counts, failures }: FileResult): boolean =>
  failures.length === 0 && counts.failed + counts.cancelled === 0;
