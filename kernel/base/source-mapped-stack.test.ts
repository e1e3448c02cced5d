import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { describeError } from "./error-description.ts";

/** A source map that maps the second line to the first column of the third line of `../there.ts`. */
const MAP = { version: 3, sources: ["../there.ts"], names: [], mappings: ";AAEA" };

test("the stack of an error in a bundled module contains the location in the sources", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-places-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const make = async (name: string) => {
    writeFileSync(join(folder, name), `\nexport const fail = () => new Error("here");\n`);
    const module = (await import(pathToFileURL(join(folder, name)).href)) as { fail(): Error };
    return describeError(module.fail()).stack ?? "";
  };

  assert.match(await make("plain.mjs"), /plain\.mjs:2:\d+/);
  writeFileSync(join(folder, "broken.mjs.map"), "{");
  assert.match(await make("broken.mjs"), /broken\.mjs:2:\d+/);
  writeFileSync(join(folder, "packed.mjs.map"), JSON.stringify(MAP));
  const stack = await make("packed.mjs");
  assert.match(stack, /there\.ts:3:\d+/);
  assert.doesNotMatch(stack, /packed\.mjs/);
});
