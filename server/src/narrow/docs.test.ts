import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { operators } from "./index.ts";

const PAGE = new URL("../../../docs/narrows.md", import.meta.url);

/** Returns the texts that are code (between backticks) in a cell of the table. */
const codes = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

test("docs/narrows.md lists exactly the operators, legacy spellings and keywords that the code has", async () => {
  const page = await readFile(PAGE, "utf8");
  const [, table = ""] = page.split("## The operators");
  const rows = table
    .split("\n##")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, 4));
  const named = rows.map(([name, legacy, operands]) => ({
    name: codes(name)[0],
    legacy: codes(legacy),
    words: codes(operands),
  }));
  const known = [...operators].map(([name, { legacy = [], words = [] }]) => ({ name, legacy, words }));
  const byName = (a: { name: string | undefined }, b: { name: string | undefined }) => (a.name! < b.name! ? -1 : 1);
  assert.deepEqual(named.toSorted(byName), known.toSorted(byName));
});
