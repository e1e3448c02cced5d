// Slow: runs all commands that the documents show, with a separate server.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { ServerProcess } from "@parlance/testkit";
import { readFiles } from "../source-files.ts";
import { root } from "../paths.ts";
import { matchesOutput, parseSteps } from "./code-blocks.ts";
import { runInShell } from "./run-in-shell.ts";

const TIMEOUT_MS = 90_000;
/** The command line of a checkout, which replaces that of a distribution. */
const COMMAND_LINE = "npm run --silent parlance --";

const documents = readFiles((path) => path === "README.md" || /^docs\/.*\.md$/.test(path))
  .map(({ path, text = "" }) => ({ path, steps: parseSteps(text) }))
  .filter(({ steps }) => steps.length > 0);

test("the commands in the documents work, and print the output that the documents show", async (context) => {
  await using server = await ServerProcess.start();
  for (const { path, steps } of documents) {
    await context.test(path, async () => {
      const mark = `${randomUUID()}\n`;
      const script = steps
        .map(({ commands }) => `printf %s '${mark}'\n${commands}`)
        .join("\n")
        .replaceAll("./parlance", COMMAND_LINE);
      const env = { PARLANCE_DATA_DIR: server.dataDir };
      const { code, output, errors } = await runInShell(script, { cwd: root, env, timeoutMs: TIMEOUT_MS });

      const printed = output.split(mark).slice(1);
      const place = (step: number) => `${join(root, path)}:${steps[step]?.line}`;
      for (const [step, actual] of printed.entries()) {
        const shown = steps[step]?.output ?? "…";
        assert.ok(matchesOutput(actual, shown), `${place(step)} shows\n${shown}\nbut prints\n${actual}${errors}`);
      }
      assert.equal(code, 0, `${place(printed.length - 1)} fails\n${printed.at(-1)}${errors}`);
    });
  }
});

test("output is compared with what the document shows, and `…` matches anything", () => {
  assert.ok(matchesOutput('{"id":47,"msg":""}\n', '{ "id": …, "msg": "" }'));
  assert.ok(matchesOutput("one two three", "…two…"));
  assert.ok(!matchesOutput('{"id":47,"msg":""}\n', '{ "id": 48, …}'));
  assert.ok(!matchesOutput("[ 1 ] and more", "[ 1 ]"));
  assert.ok(!matchesOutput("aba", "ab…ba"));
});
