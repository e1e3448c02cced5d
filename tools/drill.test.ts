import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test, type TestContext } from "node:test";
import { kills } from "./drills/kills.ts";
import * as parts from "./drills/kills/kill-results.ts";
import { parseCounts, parseProcessorSeconds, stability, formatRuns } from "./drills/stability.ts";
import { root } from "./paths.ts";

/** Runs `npm run drill` with arguments. */
function drill(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "tools", "drill.ts"), ...args], {
    encoding: "utf8",
  });
  return { status, output: stdout, errors: stderr };
}

describe("`npm run drill`", () => {
  test("lists the drills, with what each proves and which programs it needs", () => {
    const { status, output } = drill();
    assert.equal(status, 0);
    for (const name of [
      "bare-system",
      "container",
      "fresh-clone",
      "full-disk",
      "kills",
      "monitoring",
      "package",
      "pooler",
      "proxies",
      "small-machine",
      "stability",
    ])
      assert.match(output, new RegExp(`^  ${name}$`, "m"));
    assert.match(output, /about \d+ minutes; needs git, mmdebstrap/);
  });

  test("shows the help of a drill", () => {
    const { status, output } = drill("kills", "--help");
    assert.equal(status, 0);
    assert.match(output, /^ {2}kills\n[\s\S]*--rounds[\s\S]*kills --only single --rounds \d+/);
    assert.doesNotMatch(output, /full-disk/);
  });

  test("explains invalid arguments", () => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [["parade"], /no drill is called parade\n\nusage/],
      [["kills", "--busy", "2"], /no chosen drill has the option --busy\n\nusage/],
      [["--quickly"], /quickly[\s\S]*\n\nusage/],
    ];
    for (const [args, message] of wrong) {
      const { status, errors } = drill(...args);
      assert.equal(status, 2);
      assert.match(errors, message);
    }
  });
});

describe("the drill `kills`", () => {
  test("shows the counts of its parts in one table", () => {
    const cluster = { figures: { kills: 100, lost: 0 }, problems: [] };
    const single = { figures: { kills: 50, exports: 4 }, problems: [] };
    assert.equal(
      parts.formatResults({ cluster, single }),
      "|  | cluster | single |\n| --- | ---: | ---: |\n| kills | 100 | 50 |\n| lost | 0 | – |\n| exports | – | 4 |\n",
    );
  });

  test("rejects unknown parts and invalid numbers", async () => {
    const { signal } = new AbortController();
    const run = (options: Record<string, string>) => kills.run({ folder: "", signal, options, print: () => undefined });
    assert.deepEqual(await run({ only: "both" }), ["--only takes cluster or single"]);
    assert.deepEqual(await run({ rounds: "0" }), ["--rounds takes a whole number from 1, --seed a whole number"]);
    assert.deepEqual(await run({ seed: "x" }), ["--rounds takes a whole number from 1, --seed a whole number"]);
  });
});

describe("the drill `stability`", () => {
  /** Runs the drill in a temporary folder. */
  async function run(t: TestContext, options: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), "parlance-drill-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const lines: string[] = [];
    const { signal } = new AbortController();
    const problems = await stability.run({ folder, signal, options, print: (line) => void lines.push(line) });
    return { problems, lines, folder };
  }

  test("continues after failures, and writes the output of each run and a table", async (t) => {
    const command = 'echo "# tests 7"; echo "# fail 2"; exit 3';
    const { problems, folder } = await run(t, { runs: "2", busy: "1", command });
    assert.deepEqual(problems, ["run 1 ended with 3", "run 2 ended with 3"]);
    assert.equal(await readFile(join(folder, "stability-2.txt"), "utf8"), "# tests 7\n# fail 2\n");
    const rows = (await readFile(join(folder, "stability.md"), "utf8")).trimEnd().split("\n").slice(2);
    assert.equal(rows.length, 2);
    assert.match(rows[1] as string, /^\| 2 \| 1 \| \d+ \| \d+ \| 7 \| 2 \| 0 \| 3 \|$/);
  });

  test("succeeds if every run succeeds", async (t) => {
    const { problems, lines } = await run(t, { runs: "1", command: "true" });
    assert.deepEqual(problems, []);
    assert.match(lines.join("\n"), /\| 1 \| 0 \| \d+ \| \d+ \| 0 \| 0 \| 0 \| 0 \|/);
  });

  test("rejects invalid numbers", async (t) => {
    assert.deepEqual((await run(t, { runs: "many" })).problems, [
      "--runs takes a whole number from 1, --busy one from 0",
    ]);
  });

  test("extracts counts, flaky files and processor time from the output", () => {
    const output =
      "# tests 5\n# fail 0\nflaky:\n  a.test.ts > one: boom\n  b.test.ts > two: boom\nmore\n# tests 3\n# fail 1\n";
    assert.deepEqual(parseCounts(output), { tests: 8, failed: 1, flaky: 2 });
    assert.equal(parseProcessorSeconds("0m0.002s 0m0.001s\n1m2.500s 0m0.250s\n"), 62.75);
    assert.match(
      formatRuns([{ run: 1, wall: 2.4, processor: 3.6, tests: 8, failed: 1, flaky: 2, status: 0 }], 5),
      /\| 1 \| 5 \| 2 \| 4 \| 8 \| 1 \| 2 \| 0 \|/,
    );
  });
});
