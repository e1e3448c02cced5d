// Slow: runs what the tutorials ask their readers to run, in a copy of the checkout.
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../paths.ts";
import { copyCheckout } from "./copy-checkout.ts";
import { findNewLines } from "./new-lines.ts";
import { runInShell, type ShellResult } from "./run-in-shell.ts";
import { applyInstruction, parseInstructions } from "./tutorial-steps.ts";
import { tutorials } from "./tutorials.ts";

/** Timeout of a command, in milliseconds. It only prevents the test from hanging. */
const TIMEOUT_MS = 900_000;
const CHECKS = "npm run check";
const TESTS = "npm test -- ";
/** Commands that do not run at their step: the server would not end, and the checks run once for all tutorials. */
const NOT_RUN = new Set(["npm start", CHECKS]);

interface CommandResult extends ShellResult {
  readonly command: string;
}

async function run(command: string, cwd: string): Promise<CommandResult> {
  return { command, ...(await runInShell(command, { cwd, timeoutMs: TIMEOUT_MS })) };
}

const assertSucceeded = ({ command, code, output, errors }: CommandResult): void =>
  assert.equal(code, 0, `${command} fails:\n${output}${errors}`);

/**
 * Applies the steps of a tutorial to a checkout, and runs its commands except for tests and checks. Returns the commands
 * that run tests, which run after the last step of all tutorials; only the existence of their files is asserted before.
 */
async function followSteps(file: string, path: string): Promise<string[]> {
  const tests: string[] = [];
  for (const step of parseInstructions(await readFile(join(root, file), "utf8"))) {
    if (step.does !== "run") await applyInstruction(step, path);
    else if (step.command.startsWith(TESTS)) {
      for (const pattern of readTestArguments(step.command).patterns)
        assert.ok(globSync(pattern, { cwd: path }).length > 0, `${file}:${step.line}: there is no ${pattern} yet`);
      tests.push(step.command);
    } else if (step.command.startsWith("npm ") && !NOT_RUN.has(step.command))
      assertSucceeded(await run(step.command, path));
  }
  return tests;
}

function readTestArguments(command: string): { patterns: readonly string[]; options: string } {
  const words = command.slice(TESTS.length).split(" ");
  const isOption = (word: string) => word.startsWith("--");
  return { patterns: words.filter((word) => !isOption(word)), options: words.filter(isOption).join(" ") };
}

/** Merges commands that run tests: the result runs the same tests, with one command for each set of options. */
function mergeTests(commands: readonly string[]): string[] {
  const byOptions = Map.groupBy(commands.map(readTestArguments), ({ options }) => options);
  return [...byOptions].map(([options, runs]) => {
    const patterns = new Set(runs.flatMap((one) => one.patterns));
    return `${TESTS}${[...patterns, options].join(" ")}`;
  });
}

/** Matches the line about a check that has passed. */
const PASSED = /^ok /;

/** Runs the checks in a copy of the checkout without the tutorials' steps, and returns the output. */
async function checkWithoutSteps(): Promise<string> {
  await using untouched = await copyCheckout({ installed: true });
  const { output, errors } = await run(CHECKS, untouched.path);
  return output + errors;
}

/**
 * Asserts that all checks passed. Tolerates only problems that the checks also find without the tutorials' steps,
 * because the checks of this checkout report them.
 */
async function assertChecksPassed({ code, output, errors }: ShellResult): Promise<void> {
  if (code === 0) return;
  assert.equal(code, 1, `${CHECKS} does not run:\n${output}${errors}`);
  const problems = findNewLines(output + errors, await checkWithoutSteps()).filter((line) => !PASSED.test(line));
  assert.ok(problems.length === 0, `after the steps, ${CHECKS} finds these problems:\n${problems.join("\n")}`);
}

async function runTests(commands: readonly string[], path: string): Promise<CommandResult[]> {
  const results: CommandResult[] = [];
  for (const command of mergeTests(commands)) results.push(await run(command, path));
  return results;
}

// One copy for all tutorials, because the checks take most of the time. They run beside the tests, because the linter
// uses only one processor.
test(`following ${tutorials.map(({ file }) => file).join(" and ")} produces working code that passes tests and checks`, async () => {
  await using checkout = await copyCheckout({ installed: true });
  const tests: string[] = [];
  for (const { file } of tutorials) tests.push(...(await followSteps(file, checkout.path)));
  const [checks, results] = await Promise.all([run(CHECKS, checkout.path), runTests(tests, checkout.path)]);
  for (const result of results) assertSucceeded(result);
  await assertChecksPassed(checks);
});
