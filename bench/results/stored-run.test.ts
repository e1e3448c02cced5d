import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { exampleMachine } from "./fixtures/example-machine.ts";
import type { Result } from "../row.ts";
import { chooseStoredComparison, describeStoredRun, markResults } from "./stored-marks.ts";
import { createStoredRun, readStoredRun, writeStoredRun } from "./stored-run.ts";

const facts = { machine: exampleMachine, date: "2026-01-02", revision: "abc1234", quick: false };
const result = (name: string, unit: Result["unit"], ours: number, bare: number | null): Result => ({
  name,
  unit,
  ours,
  bare,
  compared: bare === null ? ours : ours / bare,
  budget: null,
  ok: null,
  rounds: [{ ours, bare }],
  remarks: [{ text: "remark", ok: null }],
});

const stored = createStoredRun(facts, [
  result("send", "/s", 1000.123, 2000),
  result("start", "ms", 700, null),
  result("gone", "ms", 1, null),
]);

test("a stored run is read again as it was written, without rounds and remarks, and with no more digits than were measured", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-stored-run-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = pathToFileURL(join(folder, "latest.json"));
  assert.equal(readStoredRun(file), null);
  writeStoredRun(stored, file);
  assert.deepEqual(readStoredRun(file), stored);
  assert.deepEqual(stored.rows["send"], {
    unit: "/s",
    ours: 1000,
    bare: 2000,
    compared: 0.5001,
    budget: null,
    ok: null,
  });
});

test("values are compared with those of the same machine, ratios with those of another, and quick runs not with full ones", () => {
  assert.equal(chooseStoredComparison(stored, { machine: { ...exampleMachine }, quick: false }), "values");
  assert.equal(
    chooseStoredComparison(stored, { machine: { ...exampleMachine, kernel: "Linux 6.13" }, quick: false }),
    "ratios",
  );
  assert.equal(chooseStoredComparison(stored, { machine: exampleMachine, quick: true }), "nothing");
  for (const [comparison, words] of [
    ["values", /2026-01-02, revision abc1234\. Rows that are more than 10 % worse/],
    ["ratios", /from another machine/],
    ["nothing", /a full run, so no row is marked/],
  ] as const) {
    assert.match(describeStoredRun(stored, comparison), words);
  }
});

test("on the same machine, a row is marked if its value is more than a tenth worse, in the direction of its unit", () => {
  const marks = (send: number, start: number) => {
    const results = [result("send", "/s", send, 2000), result("start", "ms", start, null)];
    return [...markResults(results, stored, "values").values()].map(({ isWorse }) => isWorse);
  };
  assert.deepEqual(marks(901, 769), [false, false]);
  assert.deepEqual(marks(899, 771), [true, true]);
  assert.deepEqual(marks(2000, 300), [false, false]);
});

test("rows of runs on other machines are compared by their ratios only, and new rows are not compared", () => {
  const results = [result("send", "/s", 300, 600), result("start", "ms", 9000, null), result("new", "ms", 1, null)];
  assert.deepEqual([...markResults(results, stored, "ratios")], [["send", { text: "0.50 × limit", isWorse: false }]]);
  const slower = markResults([result("send", "/s", 300, 700)], stored, "ratios");
  assert.equal(slower.get("send")?.isWorse, true);
  const other = markResults(results, stored, "nothing");
  assert.deepEqual(
    [...other],
    [
      ["send", { text: "1,000 /s", isWorse: false }],
      ["start", { text: "700 ms", isWorse: false }],
    ],
  );
});
