// The reporter of `npm test`: one line for each finished file, failures in full where they happen. It leaves the results in
// the folder of the run, and the expected durations of the files are read from there.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { slotOf } from "./plan.ts";
import { ResultCollector, isFilePassed, type Failure, type FileResult, type TestEvent } from "./results.ts";
import { Schedule, type Expectations } from "./schedule.ts";

const RESULTS = "results.json";
const EXPECTATIONS = "expectations.json";

/** Leaves in the folder of a run what its reporter has to know of the files. */
export function writeExpectations(folder: string, expectations: Expectations): void {
  writeFileSync(join(folder, EXPECTATIONS), JSON.stringify(expectations));
}

function readExpectations(folder: string): Expectations {
  return JSON.parse(readFileSync(join(folder, EXPECTATIONS), "utf8")) as Expectations;
}

export const resultsFile = (folder: string): string => join(folder, RESULTS);

async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const folder = process.env["PARLANCE_TEST_QUEUE"] ?? "";
  const schedule = new Schedule(readExpectations(folder), performance.now());
  const collector = new ResultCollector();
  const output = new OutputOfTests();
  for await (const event of events) {
    const now = performance.now();
    for (const progress of collector.add(event, now)) {
      if (progress.kind === "failure") yield output.interrupt(describeFailure(progress.file, progress.failure));
      else yield output.interrupt(describeFile(progress.result, schedule.finish(progress.result.file, now)));
    }
    yield output.add(event);
  }
  writeFileSync(resultsFile(folder), JSON.stringify(collector.results));
}

// oxlint-disable-next-line import/no-default-export -- Node takes a reporter from a module's default export
export default reporter;

function describeFailure(file: string, { test, location, error }: Failure): string {
  const title = styleText("red", `FAILED ${file} > ${test}`);
  return `\n${title}\n  at ${location}\n  ${error.replaceAll("\n", "\n  ")}\n\n`;
}

/** "12/474  ok  3.2 s  5 tests  path  (about 3 min left)" */
function describeFile(result: FileResult, { done, all, secondsLeft }: ReturnType<Schedule["finish"]>): string {
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
 * What tests print. Node hands out the output of one process after the other, together with the starts of its tests, so what
 * is printed late is put under the name of its file.
 */
class OutputOfTests {
  /** By process, the file that it ran when it printed what comes next. */
  readonly #files = new Map<string, string>();
  #heading: string | undefined;

  add({ type, data }: TestEvent): string {
    const { name = "", file = "", entryFile = file, nesting, message = "" } = data;
    if (type === "test:start" && nesting === 0 && slotOf(entryFile) !== undefined) this.#files.set(entryFile, name);
    if (type !== "test:stdout" && type !== "test:stderr") return "";
    const heading = this.#files.get(file) ?? file;
    if (heading === this.#heading) return message;
    this.#heading = heading;
    return `── output of ${heading}\n${message}`;
  }

  /** Text that is not output of tests. */
  interrupt(text: string): string {
    this.#heading = undefined;
    return text;
  }
}
