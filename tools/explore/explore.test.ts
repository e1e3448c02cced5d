import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../paths.ts";
import { Exploration, type ExplorationEnvironment } from "./exploration.ts";
import { findExplored, readOptions, selectExplored, InvalidArguments, type ExploredFile } from "./options.ts";
import { describeFailure } from "./regression-case.ts";
import { findLimit, LOAD_MEASURES } from "../soak/load-measures.ts";
import { afterWarmUp, slopePerMinute } from "../soak/growth-rate.ts";

/**
 * Creates a temporary folder with the given files. It is inside this checkout, so that the tests in it can import the
 * test kit.
 */
async function madeUpFolder(files: Readonly<Record<string, string>>) {
  await mkdir(join(root, "tmp"), { recursive: true });
  const folder = await mkdtemp(join(root, "tmp", "explore-test-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Source of a test with a property that one value in a thousand violates. */
const RARE = `
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";

test("few values are above 998", () => {
  assertProperty(fc.property(fc.nat(999), (value) => assert.ok(value < 999)), {
    rounds: 1,
    exploreRounds: 20_000,
    // here
  });
});
`;
const SOUND = RARE.replace("value < 999", "value < 1000");
const WALK = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";

const { seed } = randomRun({ rounds: 1, exploreRounds: 9 });
test("the walk", () => assert.equal(seed, 1));
`;

const nodeTest = (file: string) => [process.execPath, "--test", "--test-reporter=spec", file] as const;

/** Explores until the given number of test files have been run. */
async function explore(folder: string, files: readonly string[], runs: number) {
  const lines: string[] = [];
  const done = new AbortController();
  const around: ExplorationEnvironment = {
    root: folder,
    store: join(folder, "store"),
    command: nodeTest,
    status: () => undefined,
    print: (line) => {
      lines.push(line);
      if (lines.filter((one) => /^(ok|FAILED) /.test(one)).length === runs) done.abort();
    },
  };
  const exploration = new Exploration(500, around);
  await exploration.run(
    files.map((path): ExploredFile => ({ path, kind: "random" })),
    done.signal,
  );
  return { lines, exploration };
}

/** Runs a test file as `npm test` would. Returns true if it passes. */
const runsOrdinarily = (folder: string, file: string): boolean => {
  const [program, ...args] = nodeTest(file);
  const { NODE_TEST_CONTEXT: _context, PARLANCE_EXPLORE_SEED: _seed, ...env } = process.env;
  return spawnSync(program, args, { cwd: folder, env }).status === 0;
};

describe("exploring test files", () => {
  test("finds a rare failure, and reports a case with which the test fails in every later run", async () => {
    await using made = await madeUpFolder({ "rare.test.ts": RARE });
    assert.ok(runsOrdinarily(made.folder, "rare.test.ts"), "the ordinary rounds do not find it");
    const { lines, exploration } = await explore(made.folder, ["rare.test.ts"], 1);
    assert.ok(exploration.failed);
    assert.match(exploration.summary(), /random +1 +20000 +1 /);
    const stored = await readFile(join(made.folder, "store", "rare-500.md"), "utf8");
    assert.match(stored, /PARLANCE_EXPLORE_SEED=500 npm test -- rare\.test\.ts/);
    assert.match(stored, /Property failed after/, "the output is stored too");
    assert.ok(lines.join("\n").includes(join("store", "rare-500.md")));

    const [, known = ""] = /```ts\n([\s\S]*?)```/.exec(stored) ?? [];
    await writeFile(join(made.folder, "pasted.test.ts"), RARE.replace("// here", known));
    assert.ok(!runsOrdinarily(made.folder, "pasted.test.ts"), `the pasted case fails: ${known}`);
    await writeFile(join(made.folder, "mended.test.ts"), SOUND.replace("// here", known));
    assert.ok(runsOrdinarily(made.folder, "mended.test.ts"), "until its cause is gone");
  });

  test("continues with new seeds until it is stopped, and writes no report if no test fails", async () => {
    await using made = await madeUpFolder({ "sound.test.ts": SOUND });
    const { lines, exploration } = await explore(made.folder, ["sound.test.ts"], 3);
    assert.ok(!exploration.failed);
    const seeds = lines.map((line) => /^ok .* seed (\d+) /.exec(line)?.[1]);
    assert.deepEqual(seeds, ["500", "501", "502"]);
    assert.match(exploration.summary(), /random +3 +60000 +0 /);
    assert.ok(!(await readdir(made.folder)).includes("store"));
  });

  test("reports the seed and the number of rounds for the failure of a random walk", async () => {
    await using made = await madeUpFolder({ "walk.test.ts": WALK });
    await explore(made.folder, ["walk.test.ts"], 1);
    const stored = await readFile(join(made.folder, "store", "walk-500.md"), "utf8");
    assert.match(stored, /knownSeeds: \[\{ seed: 500, rounds: 9 \}\],/);
  });

  test("ends the test process when it is stopped, and counts the run neither as passed nor as failed", async () => {
    const hanging = `import { test } from "node:test"; console.error("started"); test("h", () => new Promise(() => setInterval(() => {}, 1000)));`;
    await using made = await madeUpFolder({ "hanging.test.ts": hanging });
    const lines: string[] = [];
    const stop = new AbortController();
    const exploration = new Exploration(500, {
      root: made.folder,
      store: join(made.folder, "store"),
      command: nodeTest,
      status: () => stop.abort(),
      print: (line) => void lines.push(line),
    });
    await exploration.run([{ path: "hanging.test.ts", kind: "random" }], stop.signal);
    assert.deepEqual(lines, ["stopped      seed 500  hanging.test.ts"]);
    assert.ok(!exploration.failed);
  });
});

test("for each failed property, the report contains the case that made it fail", () => {
  const failed = (name: string, path: string) =>
    `FAILED a.test.ts > ${name}\n  Error\n  { seed: 5, path: "${path}", x: true }\n`;
  const output = `${failed("the first", "3:0:1")}${failed("the second", "8")}`;
  const text = describeFailure({ file: "a.test.ts", seed: 5, output, source: "" });
  assert.match(text, /## the first\n[^#]*\{ seed: 5, path: "3" \}[^#]*## the second\n[^#]*\{ seed: 5, path: "8" \}/);
});

test("if a failure does not depend on the seed, the report says so", () => {
  const text = describeFailure({ file: "crash.test.ts", seed: 5, output: "boom", source: "kill()" });
  assert.match(text, /No seed decides crash\.test\.ts/);
});

describe("the arguments of `npm run explore`", () => {
  const all = findExplored(["a/b.test.ts", "a/crash.test.ts", "a/c.test.ts", "a/walk.ts"], (path) =>
    path === "a/b.test.ts" ? 'import { randomRun } from "@parlance/testkit/random/random-runs.ts";' : "",
  );
  const paths = (only: readonly string[]) => selectExplored(all, only).files.map(({ path }) => path);

  test("select files by glob, folder and kind", () => {
    assert.deepEqual(paths([]), ["a/b.test.ts", "a/crash.test.ts"]);
    assert.deepEqual(paths(["random"]), ["a/b.test.ts"]);
    assert.deepEqual(paths(["crashes"]), ["a/crash.test.ts"]);
    assert.deepEqual(paths(["a"]), ["a/b.test.ts", "a/crash.test.ts"]);
    assert.deepEqual(paths(["**/b*"]), ["a/b.test.ts"]);
    assert.deepEqual(selectExplored(all, ["soak"]), { files: [], includesSoak: true });
    assert.throws(() => selectExplored(all, ["b/**"]), /--only b\/\*\* matches none of the 2/);
  });

  test("contain the number of minutes and, optionally, a seed", () => {
    assert.deepEqual(
      readOptions(["--minutes", "0.5"], () => 9),
      { minutes: 0.5, seed: 9, only: [] },
    );
    assert.equal(readOptions(["--minutes=3", "--seed=7"], () => 9).seed, 7);
    for (const args of [
      [],
      ["--minutes", "soon"],
      ["--minutes", "0"],
      ["--minutes=1", "--seed=x"],
      ["--hours=1"],
      ["soak"],
    ]) {
      assert.throws(() => readOptions(args, () => 9), InvalidArguments, args.join(" "));
    }
  });

  test("are explained if they are invalid", async () => {
    const child = spawn(process.execPath, [join(root, "tools", "explore.ts"), "--minutes", "soon"], { stdio: "pipe" });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    const [status] = (await once(child, "close")) as [number];
    assert.equal(status, 2);
    assert.match(errors, /--minutes takes a number above 0, not "soon"\n\nusage: npm run explore/);
  });
});

describe("the trend of a measure", () => {
  const samples = (values: readonly number[]) => values.map((value, index) => ({ at: index * 30_000, value }));

  test("is the slope per minute, even if the values fluctuate", () => {
    assert.equal(slopePerMinute(samples([1, 2, 3, 4])), 2);
    assert.equal(slopePerMinute(samples([5, 5, 5])), 0);
    assert.ok(Math.abs(slopePerMinute(samples([5, 9, 5, 9, 5]))) < 0.1);
    assert.equal(slopePerMinute(samples([5])), 0);
  });

  test("is computed from the samples after the warm-up", () => {
    assert.equal(slopePerMinute(afterWarmUp(samples([0, 50, 100, 100, 100, 100, 100]))), 0);
  });
});

test("the longer a server has run, the stricter is the limit on the growth of its memory", () => {
  const [heap] = LOAD_MEASURES;
  assert.ok(heap);
  assert.equal(findLimit(heap, 1), undefined);
  assert.ok((findLimit(heap, 3)?.maxPerMinute ?? 0) > (findLimit(heap, 60)?.maxPerMinute ?? 0));
});
