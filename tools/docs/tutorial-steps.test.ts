import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../paths.ts";
import { copyCheckout } from "./copy-checkout.ts";
import { applyDiff, applyInstruction, parseInstructions } from "./tutorial-steps.ts";

const TUTORIAL = join(root, "docs", "add-an-endpoint.md");
/** More than its reader should have to write, or to find and change, for one noun. Generated files come on top. */
const MAX_FILES = 12;

test("every change that the tutorial asks for can be made, in few files", async () => {
  await using checkout = await copyCheckout({ installed: false });
  const touched = new Set<string>();
  for (const instruction of parseInstructions(await readFile(TUTORIAL, "utf8"))) {
    if (instruction.does === "run") continue;
    touched.add(instruction.path);
    const place = `${TUTORIAL}:${instruction.line}`;
    await applyInstruction(instruction, checkout.path).catch((error: unknown) =>
      assert.fail(`${place}: ${String(error)}`),
    );
  }
  assert.ok(touched.size <= MAX_FILES, `the reader of the tutorial writes or changes ${touched.size} files`);
});

test("a change is made where its lines occur, and only if that is one place", () => {
  assert.equal(applyDiff("a\nb\nc\n", " a\n-b\n+B\n+b\n"), "a\nB\nb\nc\n");
  assert.throws(() => applyDiff("a\nb\n", " c\n+d\n"), /occur 0 times/);
  assert.throws(() => applyDiff("a\nb\na\nb\n", " a\n+d\n"), /occur 2 times/);
});
