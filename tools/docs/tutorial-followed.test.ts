// Slow: runs what the tutorials ask their readers to run, in copies of the checkout.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../paths.ts";
import { copyCheckout } from "./copy-checkout.ts";
import { runInShell } from "./run-in-shell.ts";
import { applyInstruction, parseInstructions } from "./tutorial-steps.ts";
import { tutorials } from "./tutorials.ts";

const TIMEOUT_MS = 300_000;
const CHECKS = "npm run check";
/**
 * Returns a command that checks lint rules and types of the given files only. For all files, the check takes a minute.
 */
const lintOf = (paths: Iterable<string>) =>
  `node_modules/.bin/oxlint --type-aware --type-check --deny-warnings --report-unused-disable-directives ${[...paths].join(" ")}`;

for (const { file, checks } of tutorials) {
  test(`following ${file} produces working code that passes tests and checks`, async () => {
    await using checkout = await copyCheckout({ installed: true });
    const touched = new Set<string>();
    const run = async (command: string) => {
      const { code, output, errors } = await runInShell(command, { cwd: checkout.path, timeoutMs: TIMEOUT_MS });
      // Problems in files that the tutorial did not change are ignored, because the checks of this checkout report
      // them.
      const isOthers = command.startsWith(CHECKS) && code === 1 && ![...touched].some((path) => output.includes(path));
      assert.ok(code === 0 || isOthers, `${command} fails:\n${output}${errors}`);
    };
    for (const instruction of parseInstructions(await readFile(join(root, file), "utf8"))) {
      if (instruction.does !== "run") {
        touched.add(instruction.path);
        await applyInstruction(instruction, checkout.path);
      } else if (instruction.command === CHECKS) {
        await run(`${CHECKS} -- ${checks}`);
        await run(lintOf([...touched].filter((path) => /[.]tsx?$/.test(path))));
      } else if (instruction.command.startsWith("npm ") && instruction.command !== "npm start") {
        await run(instruction.command);
      }
    }
  });
}
