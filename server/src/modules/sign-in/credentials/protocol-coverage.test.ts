import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { protocolCoverage } from "./fixtures/protocol-coverage.ts";

for (const [file, rules] of Object.entries(protocolCoverage)) {
  test(`each sentence on signing in that ${file} proves has its test there`, async () => {
    const text = await readFile(new URL(`../../../../${file}.test.ts`, import.meta.url), "utf8");
    const names = new Set([...text.matchAll(/\btest\(\s*"([^"]+)"/g)].map(([, name = ""]) => name));
    const missing = Object.entries(rules).filter(([, name]) => !names.has(name));
    assert.deepEqual(missing, []);
  });
}
