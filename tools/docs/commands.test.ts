import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { ServerProcess } from "@parlance/testkit";
import { readFiles } from "../files.ts";
import { root } from "../paths.ts";
import { prints, stepsOf, type Step } from "./blocks.ts";

const SHELL_TIMEOUT_MS = 45_000;

const documents = readFiles((path) => path === "README.md" || /^docs\/.*\.md$/.test(path))
  .map(({ path, text: markdown = "" }) => ({ path, steps: stepsOf(markdown) }))
  .filter(({ steps }) => steps.length > 0);

interface Outcome {
  readonly code: number | null;
  /** What each step printed, as far as they came. */
  readonly printed: readonly string[];
  readonly errors: string;
}

/** Runs the steps in one shell that ends at the first command that fails. Whatever they leave running ends with it. */
async function run(steps: readonly Step[], dataDir: string): Promise<Outcome> {
  const mark = randomUUID();
  const script = steps.map(({ commands }) => `echo ${mark}\n${commands}`).join("\n");
  const { PARLANCE_PARENT_FD: _, ...env } = process.env;
  const shell = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env, PARLANCE_DATA_DIR: dataDir, PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` },
  });
  const end = () => {
    if (shell.pid !== undefined) endGroup(shell.pid);
  };
  const timeout = setTimeout(end, SHELL_TIMEOUT_MS);
  const ended = new Promise<number | null>((resolve, reject) => {
    shell.once("error", reject);
    shell.once("exit", (code) => resolve(code));
  });
  try {
    const [code, output, errors] = await Promise.all([ended.finally(end), text(shell.stdout), text(shell.stderr)]);
    return { code, printed: output.split(`${mark}\n`).slice(1), errors };
  } finally {
    clearTimeout(timeout);
  }
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

test("the commands that our documents show work, and print what they say", async (context) => {
  await using server = await ServerProcess.start();
  for (const { path, steps } of documents) {
    await context.test(path, async () => {
      const { code, printed, errors } = await run(steps, server.dataDir);
      const place = (step: number) => `${join(root, path)}:${steps[step]?.line}`;
      for (const [index, { output }] of steps.entries()) {
        const actual = printed[index];
        if (actual === undefined || output === undefined) continue;
        assert.ok(prints(actual, output), `${place(index)} shows\n${output}\nbut prints\n${actual}${errors}`);
      }
      assert.equal(code, 0, `${place(printed.length - 1)} fails (${code})\n${printed.at(-1)}${errors}`);
    });
  }
});

test("what is printed matches what is shown as far as it is shown, and no further", () => {
  assert.ok(prints('{"id":47,"msg":""}\n', '{ "id": …, "msg": "" }'));
  assert.ok(!prints('{"id":47,"msg":""}\n', '{ "id": … }…"'));
  assert.ok(!prints('{"id":47,"msg":""}\n', '{ "id": 48, …}'));
  assert.ok(!prints("[ 1 ] and more", "[ 1 ]"));
});
