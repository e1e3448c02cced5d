// For the tests of the test runner: runs small generated test files in a separate process, without a database.
import { spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { TestContext } from "node:test";
import { root } from "../paths.ts";

const RUN = `
  import { retryFailed } from "./tools/testing/retry.ts";
  import { runFiles } from "./tools/testing/run-files.ts";
  import { StopSignal } from "./tools/testing/stop-signal.ts";
  import { summarize } from "./tools/testing/summary.ts";
  const { files, scratch, flakyFile } = JSON.parse(process.env.MADE_UP_RUN);
  const stop = new StopSignal();
  const options = { flags: [], scratch, processes: 2, durations: new Map(), env: {}, stop };
  const first = await runFiles(files, options);
  const run = flakyFile === undefined ? first : await retryFailed(first, options, flakyFile);
  console.log(summarize(run, 1));
  process.exitCode = run.passed ? 0 : 1;
`;
const IMPORTS = `import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { existsSync, writeFileSync } from "node:fs";
`;

/** The exit code of a run, its output, and its final counts. */
export interface SampleRunResult {
  readonly status: number | null;
  readonly output: string;
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
}

/** A temporary folder, in which test files are created and run. */
export class SampleTestFolder {
  readonly path: string;
  #runs = 0;

  constructor(t: TestContext) {
    this.path = mkdtempSync(join(tmpdir(), "parlance-runner-"));
    t.after(() => rmSync(this.path, { recursive: true }));
  }

  /** Runs test files with the given contents, by name. If `flakyFile` is given, files that fail are run again. */
  run(contents: Readonly<Record<string, string>>, flakyFile?: string): SampleRunResult {
    const scratch = join(this.path, `scratch-${++this.#runs}`);
    mkdirSync(scratch);
    const files = Object.entries(contents).map(([name, text]) => {
      writeFileSync(join(this.path, name), IMPORTS + text);
      return relative(root, join(this.path, name));
    });
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", RUN], {
      cwd: root,
      env: { ...process.env, MADE_UP_RUN: JSON.stringify({ files, scratch, flakyFile }) },
      encoding: "utf8",
    });
    const countOf = (name: string) => Number(new RegExp(`^# ${name} (\\d+)$`, "m").exec(stdout)?.[1]);
    const output = `${stdout}${stderr}`.replaceAll(`${relative(root, this.path)}/`, "");
    return { status, output, tests: countOf("tests"), passed: countOf("pass"), failed: countOf("fail") };
  }
}
