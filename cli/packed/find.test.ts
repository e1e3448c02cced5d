import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import type * as find from "./find.mjs";

/** Creates a checkout with one source file and a packed program that was made from it. */
async function checkout(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "parlance-packed-"));
  t.after(() => rmSync(root, { recursive: true }));
  const packed = join(root, "node_modules", ".cache", "packed");
  mkdirSync(join(packed, "pack-1"), { recursive: true });
  mkdirSync(join(root, "cli", "packed"), { recursive: true });
  const copy = join(root, "cli", "packed", "find.mjs");
  cpSync(join(import.meta.dirname, "find.mjs"), copy);
  const { packedProgram, stateOf } = (await import(pathToFileURL(copy).href)) as typeof find;
  const source = join(root, "cli", "parlance.ts");
  writeFileSync(source, "one");
  const address = pathToFileURL(source).href;
  const note = { folder: "pack-1", sources: { [address]: stateOf(address) } };
  writeFileSync(join(packed, "newest.json"), JSON.stringify(note));
  const program = join(packed, "pack-1", "parlance.mjs");
  writeFileSync(program, "");
  return { packedProgram, source, program };
}

test("the packed program is used as long as its source files are unchanged", async (t) => {
  const { packedProgram, source, program } = await checkout(t);
  assert.equal(packedProgram(), pathToFileURL(program).href);
  utimesSync(source, 1, 1);
  assert.equal(packedProgram(), undefined);
});

test("the packed program is not used if a source or the program itself is missing", async (t) => {
  const gone = await checkout(t);
  rmSync(gone.source);
  assert.equal(gone.packedProgram(), undefined);
  const lost = await checkout(t);
  rmSync(lost.program);
  assert.equal(lost.packedProgram(), undefined);
});
