import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { rulesOfSignIn } from "./fixtures/rules-of-sign-in.ts";

/** The names of the tests in a file, as they are written. */
async function testsIn(file: string): Promise<Set<string>> {
  const text = await readFile(new URL(`../${file}`, import.meta.url), "utf8");
  return new Set([...text.matchAll(/\btest\(\s*"([^"]+)"/g)].map(([, name = ""]) => name));
}

test("each sentence on signing in has a test that is there", async () => {
  const files = new Set(rulesOfSignIn.map((rule) => rule.in));
  const known = new Map(await Promise.all([...files].map(async (file) => [file, await testsIn(file)] as const)));
  const missing = rulesOfSignIn.filter((rule) => known.get(rule.in)?.has(rule.test) !== true);
  assert.deepEqual(missing, []);
  const sentences = rulesOfSignIn.map(({ says }) => says);
  assert.deepEqual(sentences, [...new Set(sentences)]);
});
