import assert from "node:assert/strict";
import { test } from "node:test";
import { helpText, readArguments, type BenchArguments } from "./arguments.ts";
import type { Row } from "./row.ts";

const row = (name: string, differences: Partial<Row> = {}): Row => ({
  name,
  work: `the work of ${name}`,
  limit: null,
  unit: "ms",
  budget: null,
  comparison: { rounds: { quick: 5, full: 5 }, prepare: () => Promise.reject(new Error("not called")) },
  measure: () => Promise.reject(new Error("not called")),
  ...differences,
});

const rows = [row("send"), row("fetch", { comparison: "it has no rounds" }), row("slow", { onlyInFullRuns: true })];

function parse(line: string): BenchArguments {
  const parsed = readArguments(line.split(" ").filter(Boolean), rows);
  assert.ok(parsed !== "help");
  return parsed;
}

const chosenNames = (line: string) => parse(line).chosen.map(({ name }) => name);

test("all rows are measured unless some are named, and quick runs omit the slowest ones unless they are named", () => {
  assert.deepEqual(chosenNames(""), ["send", "fetch", "slow"]);
  assert.deepEqual(chosenNames("--quick"), ["send", "fetch"]);
  assert.deepEqual(chosenNames("--only fetch --only send"), ["send", "fetch"]);
  assert.deepEqual(chosenNames("--quick --only slow"), ["slow"]);
  assert.throws(() => parse("--only nothing"), /no row is called nothing/);
});

test("a comparison goes together with named rows, quick rounds and JSON, but is never stored", () => {
  const { chosen, ...options } = parse("--compare HEAD~3 --only send --quick --json");
  assert.deepEqual(options, { quick: true, json: true, store: false, compare: "HEAD~3" });
  assert.equal(chosen.length, 1);
  assert.equal(parse("").compare, null);
  assert.throws(() => parse("--compare HEAD --store"), /does not go with --compare/);
  assert.throws(() => parse("--compare="), /needs a revision/);
});

test("a comparison of only such rows as cannot be compared is rejected with the reason, before anything is started", () => {
  assert.throws(() => parse("--compare HEAD --only fetch"), /: fetch \(it has no rounds\)$/);
  assert.equal(parse("--compare HEAD --only fetch --only send").chosen.length, 2);
});

test("only a run of all rows is stored", () => {
  assert.equal(parse("--store").store, true);
  assert.equal(parse("--store --quick").store, true);
  assert.throws(() => parse("--store --only send"), /does not go with --only/);
});

test("the help lists every row with its work", () => {
  assert.equal(readArguments(["--help", "--store"], rows), "help");
  for (const { name, work } of rows) assert.match(helpText(rows), new RegExp(`${name} +${work}`));
});
