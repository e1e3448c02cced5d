import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test, type TestContext } from "node:test";
import { CheckCache } from "./cache.ts";
import { createCheck, type Check } from "./check.ts";
import { importersOf, cacheKeys } from "./lint.ts";
import { runChecks } from "./run.ts";

const file = (path: string, text: string) => ({ path, text });

describe("a stored pass of a check", () => {
  /** Creates a check that fails if a file contains a word, and counts how often the check runs. */
  const searching = (word: string, dependsOn?: Check["dependsOn"]) => {
    const check = createCheck(
      { name: "word", about: "" },
      () => true,
      (files) => {
        looks.count += 1;
        return files.flatMap(({ path, text }) => (text?.includes(word) ? [path] : []));
      },
    );
    const looks = { count: 0 };
    return { check: dependsOn ? { ...check, dependsOn } : check, looks };
  };

  const cacheOf = (t: TestContext) => {
    const folder = mkdtempSync(join(tmpdir(), "parlance-cache-"));
    t.after(() => rmSync(folder, { recursive: true }));
    return new CheckCache(folder);
  };

  const good = [file("a.ts", "fine"), file("b.ts", "fine")];
  const bad = [file("a.ts", "fine"), file("b.ts", "a seeded violation")];

  test("is reused as long as nothing changes", async (t) => {
    const { check, looks } = searching("violation");
    const cache = cacheOf(t);
    const run = async () => (await runChecks([check], { files: good, cache, canReuse: true }, () => {}))[0];
    assert.deepEqual([(await run())?.by, (await run())?.by, looks.count], ["a run", "an earlier run", 1]);
  });

  test("does not hide a violation that was added later, or that an earlier run has found", async (t) => {
    const { check } = searching("violation");
    const cache = cacheOf(t);
    const passes = async (files: typeof good, canReuse = true) =>
      (await runChecks([check], { files, cache, canReuse }, () => {}))[0]?.ok;
    assert.equal(await passes(good), true);
    assert.equal(await passes(bad), false);
    assert.equal(await passes(bad), false, "a failure is not cached");
    assert.equal(await passes(good), true);
    const renamed = [...good.slice(1), file("c.ts", "fine")];
    assert.equal((await runChecks([check], { files: renamed, cache, canReuse: true }, () => {}))[0]?.by, "a run");
  });

  test("is not reused with --no-cache, or after a change of the tools, the checks or the packages", async (t) => {
    const { check } = searching("violation");
    const cache = cacheOf(t);
    const by = async (files: typeof good, canReuse = true) =>
      (await runChecks([check], { files, cache, canReuse }, () => {}))[0]?.by;
    await by(good);
    assert.equal(await by(good, false), "a run");
    for (const path of ["tools/checks/names.ts", ".oxlintrc.json", "package-lock.json", "web/tsconfig.json"]) {
      assert.equal(await by([...good, file(path, "1")]), "a run", path);
      assert.equal(await by([...good, file(path, "2")]), "a run", path);
    }
  });

  test("is reused unless one of the files that the check depends on has changed", async (t) => {
    const { check } = searching("violation", (path) => path === "a.ts");
    const cache = cacheOf(t);
    const by = async (files: typeof good) =>
      (await runChecks([check], { files, cache, canReuse: true }, () => {}))[0]?.by;
    await by(good);
    assert.equal(await by([file("a.ts", "fine"), file("b.ts", "other")]), "an earlier run");
    assert.equal(await by([file("a.ts", "other"), file("b.ts", "other")]), "a run");
  });

  test("is not stored if the check ran only for changed files", async (t) => {
    const { check } = searching("violation", (path) => path === "a.ts");
    const cache = cacheOf(t);
    const by = async (changed?: readonly string[]) =>
      (await runChecks([check], { files: good, cache, canReuse: true, changed }, () => {}))[0]?.by;
    assert.equal(await by(["b.ts"]), "no change");
    assert.equal(await by(["a.ts"]), "a run");
    assert.equal(await by(), "a run", "a part does not count for the whole");
  });
});

describe("the cache keys of linted files", () => {
  const files = [
    file("package.json", "{}"),
    file("a.ts", 'import "./b.ts";'),
    file("b.ts", 'import "./c.ts";'),
    file("c.ts", "export const c = 1;"),
    file("d.ts", 'import "zod";'),
    file("global.ts", 'import "./of-global.ts";\ndeclare module "zod" {}'),
    file("of-global.ts", ""),
  ];
  const changedBy = (path: string, text: string) => {
    const [before, after] = [
      cacheKeys(files, "here"),
      cacheKeys([...files.filter((one) => one.path !== path), file(path, text)], "here"),
    ];
    return [...after]
      .filter(([one, key]) => before.get(one) !== key)
      .map(([one]) => one)
      .toSorted();
  };

  test("change if the file or anything that it imports changes, and not otherwise", () => {
    assert.deepEqual(changedBy("a.ts", 'import "./b.ts"; // changed'), ["a.ts"]);
    assert.deepEqual(changedBy("c.ts", "export const c = '';"), ["a.ts", "b.ts", "c.ts"]);
    assert.deepEqual(changedBy("d.ts", ""), ["d.ts"]);
  });

  test("change if global declarations, or files that these import, change", () => {
    const all = files.map(({ path }) => path).filter((path) => path.endsWith(".ts"));
    assert.deepEqual(changedBy("global.ts", 'declare module "zod" { interface Z {} }'), all.toSorted());
    assert.deepEqual(changedBy("of-global.ts", "export type Z = 1;"), all.toSorted());
  });

  test("change if the configuration of the linter, the compiler or the packages changes", () => {
    const all = files.map(({ path }) => path).filter((path) => path.endsWith(".ts"));
    for (const path of [".oxlintrc.json", "tsconfig.json", "web/src/worker/tsconfig.json", "package-lock.json"]) {
      assert.deepEqual(changedBy(path, "{}"), all.toSorted(), path);
    }
  });

  test("change if the tools change", () => {
    const [here, there] = [cacheKeys(files, "here"), cacheKeys(files, "there")];
    for (const [path, key] of here) assert.notEqual(there.get(path), key, path);
  });
});

test("a change affects all files that import the changed file, directly or indirectly", () => {
  const imports = [
    { from: "a.ts", to: "b.ts" },
    { from: "b.ts", to: "c.ts" },
    { from: "d.ts", to: "e.ts" },
  ];
  assert.deepEqual([...importersOf(["c.ts"], imports)].toSorted(), ["a.ts", "b.ts", "c.ts"]);
});
