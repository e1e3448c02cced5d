import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result } from "./row.ts";
import { renderTable } from "./result-table.ts";

test("the table shows the values of both servers, the budget and the verdict, and the remarks are below the table", () => {
  const base = { rounds: [], bare: null, compared: null, budget: null, ok: null };
  const results: Result[] = [
    { ...base, name: "send", unit: "/s", ours: 1234.5, bare: 2000, compared: 0.617, budget: "≥ 0.6", ok: true },
    { ...base, name: "idle", unit: "MB", ours: 161, compared: 161, budget: "≤ 150", ok: false },
    { ...base, name: "latency", unit: "ms", ours: 2.345, remarks: [{ text: "p99 40 ms", ok: null }] },
  ];
  assert.equal(
    renderTable(results),
    `
row          ours  bare limit  compared  budget
send     1,235 /s    2,000 /s      0.62  ≥ 0.6   ok
idle       161 MB           –       161  ≤ 150   over
latency   2.35 ms           –         –  –

latency: p99 40 ms`.trimStart(),
  );
});

test("if a run is stored, its value is beside each row, and considerably worse rows are marked", () => {
  const base = { rounds: [], bare: null, compared: null, budget: null, ok: null };
  const results: Result[] = [
    { ...base, name: "send", unit: "/s", ours: 1000 },
    { ...base, name: "idle", unit: "MB", ours: 150, compared: 150, budget: "≤ 150", ok: true },
    { ...base, name: "new", unit: "ms", ours: 1 },
  ];
  const marks = new Map([
    ["send", { text: "1,200 /s", isWorse: true }],
    ["idle", { text: "149 MB", isWorse: false }],
  ]);
  assert.equal(
    renderTable(results, marks),
    `
row       ours  bare limit  compared  budget      stored
send  1,000 /s           –         –  –           1,200 /s  worse
idle    150 MB           –       150  ≤ 150   ok  149 MB
new    1.00 ms           –         –  –           –`.trimStart(),
  );
});
