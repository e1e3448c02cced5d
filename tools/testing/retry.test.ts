import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { test, type TestContext } from "node:test";
import { root } from "../paths.ts";
import { readFlaky } from "./flaky-files.ts";
import { SampleTestFolder } from "./sample-run.ts";

const alwaysFails = `test("stays broken", () => assert.equal(1, 2));`;
const fine = `test("passes", () => {});`;
/** Returns the source of a test that fails at first and passes when it is run again. */
const once = (consequence: string) => `
  test("works the second time", () => {
    const mark = import.meta.filename + ".mark";
    if (existsSync(mark)) return;
    writeFileSync(mark, "");
    ${consequence}
  });`;
const failsOnce = once(`throw new Error("not yet");`);
const diesOnce = once(`process.kill(process.pid, "SIGKILL");`);

/** Creates a gate whose steps run test files with the given contents and collect flaky files. */
function createGate(t: TestContext) {
  const folder = new SampleTestFolder(t);
  const flakyFile = join(folder.path, "tmp", "flaky.json");
  const flaky = () =>
    readFlaky(flakyFile).map(({ file, test: name, error, seconds }) => {
      assert.ok(Number.isFinite(seconds));
      return [basename(file), name, error.split("\n")[0]];
    });
  return { step: (contents: Readonly<Record<string, string>>) => folder.run(contents, flakyFile), flaky };
}

test("a run passes if a failed file passes when it is run again; the file is listed as flaky, and a second flaky file fails the gate", (t) => {
  const { step, flaky } = createGate(t);
  const { status, output, tests, passed, failed } = step({ "late.test.ts": failsOnce, "fine.test.ts": fine });
  assert.deepEqual([status, tests, passed, failed], [0, 2, 2, 0], output);
  assert.deepEqual(output.match(/(?<=once more, alone: )\w+\.test\.ts/g), ["late.test.ts"]);
  assert.deepEqual(flaky(), [["late.test.ts", "works the second time", "Error: not yet"]]);
  assert.match(output, /^flaky:\n {2}late\.test\.ts > works the second time: Error: not yet$/m);

  const later = step({ "later.test.ts": failsOnce, "fine.test.ts": fine });
  assert.deepEqual([later.status, later.tests, later.passed, later.failed], [1, 2, 1, 1], later.output);
  assert.match(later.output, /^2 flaky files fail the gate/m);
  assert.equal(flaky().length, 2);
});

test("a run fails if a file fails twice, and a file that ended its process is run again as well", (t) => {
  const { step, flaky } = createGate(t);
  const { status, output, tests, passed, failed } = step({ "broken.test.ts": alwaysFails, "deadly.test.ts": diesOnce });
  assert.deepEqual([status, tests, passed, failed], [1, 2, 1, 1], output);
  assert.deepEqual(flaky(), [["deadly.test.ts", "(the whole file)", "its process ended while it ran"]]);
});

test("crash tests and tests with random input are never run again", (t) => {
  const { step, flaky } = createGate(t);
  const random = `import { randomRun } from "${join(root, "testkit/random/random-runs.ts")}";\nvoid randomRun;\n${failsOnce}`;
  const names = [
    "crash-x.test.ts",
    "kills.test.ts",
    "random-walk.test.ts",
    "concurrent-moves.test.ts",
    "x.property.test.ts",
  ];
  const { status, output, failed } = step({
    ...Object.fromEntries(names.map((name) => [name, failsOnce])),
    "fuzz.test.ts": random,
  });
  assert.deepEqual([status, failed], [1, 6], output);
  assert.doesNotMatch(output, /once more/);
  assert.deepEqual(flaky(), []);
});
