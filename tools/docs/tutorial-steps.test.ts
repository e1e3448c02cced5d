import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../paths.ts";
import { copyCheckout } from "./copy-checkout.ts";
import { applyDiff, applyInstruction, parseInstructions } from "./tutorial-steps.ts";
import { tutorials } from "./tutorials.ts";

for (const { file, maxFiles } of tutorials) {
  test(`every change in ${file} can be applied and affects few files`, async () => {
    await using checkout = await copyCheckout({ installed: false });
    const touched = new Set<string>();
    for (const instruction of parseInstructions(await readFile(join(root, file), "utf8"))) {
      if (instruction.does === "run") continue;
      touched.add(instruction.path);
      const place = `${file}:${instruction.line}`;
      await applyInstruction(instruction, checkout.path).catch((error: unknown) =>
        assert.fail(`${place}: ${String(error)}`),
      );
    }
    assert.ok(touched.size <= maxFiles, `the reader of ${file} writes or changes ${touched.size} files`);
  });
}

test("a change is applied where its lines occur, and is rejected unless they occur exactly once", () => {
  assert.equal(applyDiff("a\nb\nc\n", " a\n-b\n+B\n+b\n"), "a\nB\nb\nc\n");
  assert.throws(() => applyDiff("a\nb\n", " c\n+d\n"), /occur 0 times/);
  assert.throws(() => applyDiff("a\nb\na\nb\n", " a\n+d\n"), /occur 2 times/);
});
