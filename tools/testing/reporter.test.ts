import assert from "node:assert/strict";
import { test } from "node:test";
import { SampleTestFolder } from "./sample-run.ts";

const tests = `
  suite("numbers", () => {
    test("add up", () => assert.deepEqual({ sum: 1 + 1 }, { sum: 3 }));
    test("are skipped", { skip: true }, () => {});
    test("are to do", { todo: true }, () => assert.fail("not yet"));
  });
  test("prints", () => console.log("printed by a test"));
`;

test("each file is reported when it is done, with all its failures, no matter which process has run it", (t) => {
  const alone = "// In a process of its own: why not\n";
  const { status, output, ...counts } = new SampleTestFolder(t).run({
    "shared.test.ts": tests,
    "alone.test.ts": alone + tests,
    "hook.test.ts": `test("passes", () => {}); suite("a suite", () => { after(() => { throw new Error("in a hook"); }); });`,
    "empty.test.ts": alone,
    "ends.test.ts": `${alone}process.exit(7);`,
  });
  assert.equal(status, 1);
  // The counts by file: 4 tests, 4 tests, 1 test, and 1 for each of the two files without tests.
  assert.deepEqual(counts, { tests: 11, passed: 4, failed: 4 }, output);
  for (const file of ["shared.test.ts", "alone.test.ts"]) {
    assert.match(output, new RegExp(`^\\d/5  FAILED +[\\d.]+ s +4 tests  ${file}`, "m"));
    assert.match(output, new RegExp(`^── output of ${file}\nprinted by a test$`, "m"));
    const [, failure = ""] = output.split(`FAILED ${file} > numbers > add up\n`);
    assert.match(failure, /^ {2}at \S*test\.ts:\d+:\d+\n {2}AssertionError[^]*- {3}sum: 3\n[^]* at TestContext/);
  }
  assert.match(output, /FAILED hook\.test\.ts > a suite\n[^]*?Error: in a hook/);
  assert.match(output, /FAILED ends\.test\.ts > \(the process\)\n.*\n {2}the process ended with code 7\n/);
  assert.match(output, /^\d\/5  ok +[\d.]+ s +1 test {3}empty\.test\.ts/m);
  assert.match(output, /^5\/5 [^(]*$/m, "no time is left after the last file");
  assert.match(
    output,
    /\nslowest files:\n(?: +[\d.]+ s {2}\w+\.test\.ts\n){5}\nfailed:\n(?: {2}.*\n){4}\n# tests 11\n[^]*# duration_ms 1\n$/,
  );
  assert.doesNotMatch(output, /not yet/, "a test that is to do does not fail");
});
