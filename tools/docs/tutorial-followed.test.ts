// Slow: runs what the tutorials ask their readers to run, in copies of the checkout.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../paths.ts";
import { copyCheckout } from "./copy-checkout.ts";
import { findNewLines } from "./new-lines.ts";
import { runInShell } from "./run-in-shell.ts";
import { applyInstruction, parseInstructions } from "./tutorial-steps.ts";
import { tutorials } from "./tutorials.ts";

/** Timeout of a command, in milliseconds. It only prevents the test from hanging. */
const TIMEOUT_MS = 900_000;
const CHECKS = "npm run check";
/** Commands that the test does not run: the server would not end. */
const NOT_RUN = new Set(["npm start"]);

const run = (command: string, cwd: string) => runInShell(command, { cwd, timeoutMs: TIMEOUT_MS });

/** Matches the line about a check that has passed. */
const PASSED = /^ok /;

/** Runs the checks in a copy of the checkout without the tutorial's steps, and returns the output. */
async function checkWithoutSteps(): Promise<string> {
  await using untouched = await copyCheckout({ installed: true });
  const { output, errors } = await run(CHECKS, untouched.path);
  return output + errors;
}

/**
 * Runs all checks on all files. Tolerates only problems that the checks also find without the tutorial's steps, because
 * the checks of this checkout report them.
 */
async function assertChecksPass(path: string): Promise<void> {
  const { code, output, errors } = await run(CHECKS, path);
  if (code === 0) return;
  assert.equal(code, 1, `${CHECKS} does not run:\n${output}${errors}`);
  const problems = findNewLines(output + errors, await checkWithoutSteps()).filter((line) => !PASSED.test(line));
  assert.ok(problems.length === 0, `after the steps, ${CHECKS} finds these problems:\n${problems.join("\n")}`);
}

for (const { file } of tutorials) {
  test(`following ${file} produces working code that passes tests and checks`, async () => {
    await using checkout = await copyCheckout({ installed: true });
    for (const instruction of parseInstructions(await readFile(join(root, file), "utf8"))) {
      if (instruction.does !== "run") await applyInstruction(instruction, checkout.path);
      else if (instruction.command === CHECKS) await assertChecksPass(checkout.path);
      else if (instruction.command.startsWith("npm ") && !NOT_RUN.has(instruction.command)) {
        const { code, output, errors } = await run(instruction.command, checkout.path);
        assert.equal(code, 0, `${instruction.command} fails:\n${output}${errors}`);
      }
    }
  });
}
