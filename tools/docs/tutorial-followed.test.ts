// Slow: runs what the tutorial asks its reader to run, in a copy of the checkout.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../paths.ts";
import { copyCheckout } from "./copy-checkout.ts";
import { runInShell } from "./run-in-shell.ts";
import { applyInstruction, parseInstructions } from "./tutorial-steps.ts";

const TUTORIAL = join(root, "docs", "add-an-endpoint.md");
const TIMEOUT_MS = 300_000;
const CHECKS = "npm run check";
/** The checks that can find something in the reader's files, except lint. */
const CHECKS_OF_SERVER_FILES = `${CHECKS} -- format sizes layout directions floors writes tables literals globals locks chances timing unused generated names`;
/** Lint and types of these files alone: for all files they take a minute. */
const lintOf = (paths: Iterable<string>) =>
  `node_modules/.bin/oxlint --type-aware --type-check --deny-warnings --report-unused-disable-directives ${[...paths].join(" ")}`;

test("a reader who follows the tutorial gets a working endpoint that passes tests and checks", async () => {
  await using checkout = await copyCheckout({ installed: true });
  const touched = new Set<string>();
  const run = async (command: string) => {
    const { code, output, errors } = await runInShell(command, { cwd: checkout.path, timeoutMs: TIMEOUT_MS });
    // What a check reports about other files, it reports in this checkout as well.
    const isOthers = command.startsWith(CHECKS) && code === 1 && ![...touched].some((path) => output.includes(path));
    assert.ok(code === 0 || isOthers, `${command} fails:\n${output}${errors}`);
  };
  for (const instruction of parseInstructions(await readFile(TUTORIAL, "utf8"))) {
    if (instruction.does !== "run") {
      touched.add(instruction.path);
      await applyInstruction(instruction, checkout.path);
    } else if (instruction.command === CHECKS) {
      await run(CHECKS_OF_SERVER_FILES);
      await run(lintOf([...touched].filter((path) => path.endsWith(".ts"))));
    } else if (instruction.command.startsWith("npm ") && instruction.command !== "npm start") {
      await run(instruction.command);
    }
  }
});
