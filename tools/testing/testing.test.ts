import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../paths.ts";
import { parseArguments } from "./test-arguments.ts";
import { selectTests } from "./select-tests.ts";
import { joinRecordings, validateTraffic } from "./validate-traffic.ts";

describe("the selection of tests", () => {
  const all = ["contract/a.test.ts", "kernel/db/b.test.ts", "kernel/c.test.ts", "kernel/c.ts"];
  const isSlow = () => false;
  const chosen = (...args: string[]) => selectTests(args, all, { cwd: root, isSlow }).files;

  test("contains all tests, or those in the named files, folders and globs, each only once", () => {
    assert.deepEqual(chosen(), all.slice(0, 3));
    assert.deepEqual(chosen("kernel/"), all.slice(1, 3));
    assert.deepEqual(chosen("kernel/db", "kernel/c.test.ts"), all.slice(1, 3));
    assert.deepEqual(chosen("**/c.test.ts"), ["kernel/c.test.ts"]);
    assert.deepEqual(chosen("."), all.slice(0, 3));
  });

  test("passes options on, and reports arguments that match no test file", () => {
    const { flags, files, unmatched } = selectTests(["--test-only", "nowhere"], all, { cwd: root, isSlow });
    assert.deepEqual({ flags, files, unmatched }, { flags: ["--test-only"], files: [], unmatched: ["nowhere"] });
  });
});

test("slow files are run only if they are named or `--slow` is given", () => {
  const all = ["server/slow.test.ts", "server/quick.test.ts", "web/slow.test.ts"];
  const isSlow = (path: string) => path.includes("slow");
  const chosen = (slow: boolean, ...args: string[]) => selectTests(args, all, { cwd: root, slow, isSlow }).files;
  assert.deepEqual(chosen(false), ["server/quick.test.ts"]);
  assert.deepEqual(chosen(false, "server"), ["server/slow.test.ts", "server/quick.test.ts"]);
  assert.deepEqual(chosen(true), ["server/slow.test.ts", "web/slow.test.ts"]);
  assert.deepEqual(chosen(true, "server"), ["server/slow.test.ts"]);
});

test("the arguments of npm test can select files in only one way, and invalid arguments are reported", () => {
  const [quick, slow] = ["tools/testing/testing.test.ts", "cli/ldap.test.ts"];
  const parsed = (...args: string[]) => parseArguments(args, [quick, slow]);
  assert.deepEqual(parsed("--test-only"), { flags: ["--test-only"], files: [quick], changed: undefined, retry: false });
  assert.deepEqual(parsed("--slow", "--retry"), { flags: [], files: [slow], changed: undefined, retry: true });
  assert.deepEqual(parsed("--changed"), { flags: [], files: [], changed: "HEAD", retry: false });
  assert.deepEqual(parsed("--changed", "--base=v1"), { flags: [], files: [], changed: "v1", retry: false });
  for (const args of [
    ["--base=v1"],
    ["--changed", "--slow"],
    ["--changed", join(root, quick)],
    ["--slow", join(root, quick)],
  ]) {
    assert.equal(typeof parsed(...args), "string", args.join(" "));
  }
});

describe("recorded traffic", () => {
  test("is joined in order, without splitting lines, and only once", () => {
    const folder = mkdtempSync(join(tmpdir(), "parlance-traffic-"));
    assert.equal(joinRecordings(folder), undefined);
    writeFileSync(join(folder, "2.jsonl"), "{}");
    writeFileSync(join(folder, "1.jsonl"), "[]\n");
    writeFileSync(join(folder, "other.txt"), "no");
    joinRecordings(folder);
    assert.equal(readFileSync(joinRecordings(folder) ?? "", "utf8"), "[]\n{}\n");
    rmSync(folder, { recursive: true });
  });

  test("makes the run fail if the program that validates it fails", () => {
    const folder = mkdtempSync(join(tmpdir(), "parlance-traffic-"));
    writeFileSync(join(folder, "1.jsonl"), "{}\n");
    const checker = join(folder, "checker.mjs");
    const verdictWith = (status: number) => {
      writeFileSync(checker, `console.log("one warning\\n3 exchanges checked"); process.exit(${status});`);
      return validateTraffic(folder, checker);
    };
    assert.deepEqual(verdictWith(0), { ok: true, report: "recorded traffic: 3 exchanges checked" });
    const failed = verdictWith(1);
    assert.equal(failed.ok, false);
    assert.match(failed.report, /^one warning\n3 exchanges checked\n.* stored in /);
    rmSync(folder, { recursive: true });
  });
});
