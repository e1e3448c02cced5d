import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { protocolCoverage } from "./fixtures/protocol-coverage.ts";

for (const [file, rules] of Object.entries(protocolCoverage)) {
  test(`every rule of the login protocols that ${file} covers has its test in that file`, async () => {
    const text = await readFile(new URL(`../../../../${file}.test.ts`, import.meta.url), "utf8");
    const names = new Set([...text.matchAll(/\btest\(\s*"([^"]+)"/g)].map(([, name = ""]) => name));
    const missing = Object.entries(rules).filter(([, name]) => !names.has(name));
    assert.deepEqual(missing, []);
  });
}
