// The reporter of `npm test`. It prints one line for each file that is done, and each failure in full as soon as it
// occurs. It writes the results to the folder of the run, and reads the expected durations of the files from this
// folder.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { findSlot } from "./test-plan.ts";
import { ResultCollector, isFilePassed, type Failure, type FileResult, type TestEvent } from "./results.ts";
import { RunProgress, type RunExpectations } from "./run-progress.ts";

const RESULTS = "results.json";
const EXPECTATIONS = "expectations.json";

/** Writes the data that the reporter needs to the folder of a run. */
export function writeExpectations(folder: string, expectations: RunExpectations): void {
  writeFileSync(join(folder, EXPECTATIONS), JSON.stringify(expectations));
}

function readExpectations(folder: string): RunExpectations {
  return JSON.parse(readFileSync(join(folder, EXPECTATIONS), "utf8")) as RunExpectations;
}

export const resultsFile = (folder: string): string => join(folder, RESULTS);

async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const folder = process.env["PARLANCE_TEST_QUEUE"] ?? "";
  const schedule = new RunProgress(readExpectations(folder), performance.now());
  const collector = new ResultCollector();
  const output = new TestOutput();
  for await (const event of events) {
    for (const progress of collector.add(event)) {
      if (progress.kind === "failure") yield output.interrupt(describeFailure(progress.file, progress.failure));
      else
        yield output.interrupt(describeFile(progress.result, schedule.finish(progress.result.file, performance.now())));
    }
    yield output.add(event);
  }
  yield output.end();
  writeFileSync(resultsFile(folder), JSON.stringify(collector.results));
}

// oxlint-disable-next-line import/no-default-export -- Node takes a reporter from a module's default export
export default reporter;

function describeFailure(file: string, { test, location, error }: Failure): string {
  const title = styleText("red", `FAILED ${file} > ${test}`);
  return `\n${title}\n  at ${location}\n  ${error.replaceAll("\n", "\n  ")}\n\n`;
}

/** Formats the line for a file that is done: "12/474  ok  3.2 s  5 tests  path  (about 3 min left)". */
function describeFile(result: FileResult, { done, all, secondsLeft }: ReturnType<RunProgress["finish"]>): string {
  const counter = `${String(done).padStart(String(all).length)}/${all}`;
  const status = isFilePassed(result) ? "ok    " : styleText("red", "FAILED");
  const seconds = `${result.seconds.toFixed(1).padStart(6)} s`;
  const { tests } = result.counts;
  const left = secondsLeft === undefined ? "" : `  (${describeTime(secondsLeft)} left)`;
  return `${counter}  ${status} ${seconds} ${String(tests).padStart(4)} ${tests === 1 ? "test " : "tests"}  ${result.file}${left}\n`;
}

const describeTime = (seconds: number): string =>
  seconds < 90 ? `about ${Math.ceil(seconds)} s` : `about ${Math.round(seconds / 60)} min`;

/**
 * The output of tests, printed under the name of the test file. Node delivers all output and events of one process
 * before those of the next. A process that runs many files, a worker, does not say which file an output belongs to. If
 * a file has started and not ended, the output belongs to this file; otherwise, it belongs to the file that starts
 * next, because Node reports the start of a file only when its first test is done.
 */
class TestOutput {
  /** The file that has started and not ended, by worker. */
  readonly #started = new Map<string, string>();
  /** The output since the end of the last file, by worker. */
  readonly #waiting = new Map<string, string>();
  #heading: string | undefined;

  add({ type, data }: TestEvent): string {
    const { name = "", file = "", entryFile, nesting, message = "" } = data;
    if (type === "test:stdout" || type === "test:stderr") return this.#print(file, message);
    if (nesting !== 0 || entryFile === undefined || findSlot(entryFile) === undefined) return "";
    if (type === "test:start") return this.#start(entryFile, name);
    if (type === "test:pass" || type === "test:fail") this.#started.delete(entryFile);
    return "";
  }

  #print(entry: string, message: string): string {
    const heading = findSlot(entry) === undefined ? entry : this.#started.get(entry);
    if (heading !== undefined) return this.#show(heading, message);
    this.#waiting.set(entry, (this.#waiting.get(entry) ?? "") + message);
    return "";
  }

  #start(worker: string, file: string): string {
    this.#started.set(worker, file);
    const waiting = this.#waiting.get(worker);
    this.#waiting.delete(worker);
    return waiting === undefined ? "" : this.#show(file, waiting);
  }

  /** Returns a text that is not the output of tests. The next output gets a heading again. */
  interrupt(text: string): string {
    this.#heading = undefined;
    return text;
  }

  /** Returns the output after which no further file has started. */
  end(): string {
    return [...this.#waiting.values()].map((text) => this.#show("a process that runs many files", text)).join("");
  }

  #show(heading: string, text: string): string {
    if (heading === this.#heading) return text;
    this.#heading = heading;
    return `── output of ${heading}\n${text}`;
  }
}
