import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../paths.ts";
import { isSlow } from "../select-tests.ts";
import { findAffectedTests, type AffectedTest } from "./affected-tests.ts";
import { listChangedFiles } from "./changed-files.ts";
import { chooseTests } from "./choose-tests.ts";
import { SMOKE_TESTS } from "./smoke-tests.ts";

/** Creates an import graph from lines such as "a.ts b.ts c.ts", in which the first file imports the other files. */
const parseGraph = (...lines: string[]) =>
  lines.flatMap((line) => {
    const [from = "", ...targets] = line.split(" ");
    return targets.map((to) => ({ from, to }));
  });

describe("the tests that are affected by a change", () => {
  const DRAFTS = "server/src/modules/messages/drafts";
  const MESSAGES = "server/src/modules/messages/core";
  const imports = parseGraph(
    `${DRAFTS}/index.ts ${DRAFTS}/api/create.ts`,
    `${DRAFTS}/api/create.ts ${MESSAGES}/queries.ts`,
    `${MESSAGES}/queries.ts kernel/db.ts`,
    `server/src/app/modules.ts ${DRAFTS}/index.ts`,
    "testkit/servers/test-server.ts server/src/app/modules.ts",
    `${DRAFTS}/create.test.ts testkit/servers/test-server.ts`,
    `${MESSAGES}/send.test.ts testkit/servers/test-server.ts`,
    "kernel/db.test.ts kernel/db.ts",
    "kernel/other.test.ts testkit/servers/test-server.ts",
    "cli/doctor.test.ts cli/doctor.ts",
    `cli/doctor.ts ${MESSAGES}/queries.ts`,
  );
  const tests = [...new Set(imports.map(({ from }) => from))].filter((path) => path.endsWith(".test.ts"));
  const affected = (...changed: string[]) =>
    findAffectedTests(changed, imports, tests).map(({ file, distance }) => [file, distance]);

  test("are the tests of the changed file's module, and the tests of modules and folders that import the file", () => {
    assert.deepEqual(affected(`${MESSAGES}/queries.ts`), [
      [`${MESSAGES}/send.test.ts`, 0.5],
      [`${DRAFTS}/create.test.ts`, 1.5],
      ["cli/doctor.test.ts", 1.5],
    ]);
    assert.deepEqual(affected(`${DRAFTS}/api/create.ts`), [[`${DRAFTS}/create.test.ts`, 0.5]]);
  });

  test("are found through any number of imports, except through the composition root and the test kit", () => {
    const files = affected("kernel/db.ts").map(([file]) => file);
    assert.deepEqual(new Set(files), new Set(tests));
    assert.deepEqual(affected("server/src/app/modules.ts"), []);
    assert.equal(
      affected("testkit/servers/test-server.ts").length,
      3,
      "tests that import the test kit, if it has changed itself",
    );
  });

  test("are only the test itself, if the changed file is a test", () => {
    assert.deepEqual(affected("kernel/other.test.ts"), [["kernel/other.test.ts", 0]]);
  });

  test("are the tests in the same folder, if the changed file is not part of the import graph", () => {
    assert.deepEqual(affected("cli/words.json", "docs/mail.md"), [["cli/doctor.test.ts", 0.5]]);
  });

  test("have a reason that names the changed file", () => {
    const reasons = findAffectedTests(["kernel/db.ts"], imports, tests).map(({ file, reason }) => `${file}: ${reason}`);
    assert.ok(reasons.includes("kernel/db.test.ts: beside kernel/db.ts"), reasons.join("\n"));
    assert.ok(reasons.includes(`${MESSAGES}/send.test.ts: beside ${MESSAGES}/queries.ts, which imports kernel/db.ts`));
  });
});

describe("the selection of affected tests", () => {
  const affected = (...tests: [string, number][]): AffectedTest[] =>
    tests.map(([file, distance]) => ({ file, distance, reason: "because" }));
  const options = {
    smokeTests: ["smoke"],
    isSlow: (file: string) => file.startsWith("slow"),
    durations: new Map([
      ["smoke", 10],
      ["near", 60],
      ["far", 30],
      ["long", 90],
    ]),
    processes: 2,
  };

  test("contains as many tests as fit into the time, the nearest first", () => {
    const { chosen, skipped } = chooseTests(affected(["far", 3], ["near", 1], ["long", 2]), options);
    assert.deepEqual(
      [chosen.map(({ file }) => file), skipped],
      [
        ["smoke", "near"],
        ["long", "far"],
      ],
    );
  });

  test("always contains changed tests, but no other slow tests", () => {
    const { chosen, skipped, slow } = chooseTests(
      affected(["long", 0], ["slow1", 0], ["slow2", 0.5], ["far", 1]),
      options,
    );
    assert.deepEqual(
      chosen.map(({ file }) => file),
      ["smoke", "slow1", "long"],
    );
    assert.deepEqual([skipped, slow], [["far"], ["slow2"]]);
  });

  test("counts a smoke test only once if it is affected", () => {
    const { chosen } = chooseTests(affected(["smoke", 1], ["near", 2]), options);
    assert.deepEqual(
      chosen.map(({ file }) => file),
      ["smoke", "near"],
    );
  });
});

test("the smoke tests exist, and none of them is slow", () => {
  assert.ok(SMOKE_TESTS.length > 0);
  for (const file of SMOKE_TESTS) assert.ok(existsSync(join(root, file)) && !isSlow(file), file);
});

test("changed files are new files, and files that differ from a revision in the index or in the working directory", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-changed-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder });
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  git("init", "--quiet");
  mkdirSync(join(folder, "sub"));
  for (const name of ["same", "edited", "staged", "removed", "sub/ä b"]) write(name, name);
  git("add", ".");
  git("commit", "--quiet", "-m", "first");
  assert.deepEqual(listChangedFiles("HEAD", folder), []);

  write("edited", "other");
  write("staged", "other");
  git("add", "staged");
  rmSync(join(folder, "removed"));
  write("sub/new", "new");
  assert.deepEqual(listChangedFiles("HEAD", folder), ["edited", "removed", "staged", "sub/new"]);

  git("add", ".");
  git("mv", "sub/ä b", "sub/c");
  git("commit", "--quiet", "-m", "second");
  assert.deepEqual(listChangedFiles("HEAD", folder), []);
  assert.deepEqual(listChangedFiles("HEAD~", folder), ["edited", "removed", "staged", "sub/c", "sub/new", "sub/ä b"]);
  assert.throws(() => listChangedFiles("nothing", folder), /git diff failed/);
});
