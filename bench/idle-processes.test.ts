import assert from "node:assert/strict";
import { test } from "node:test";
import { parseStat } from "./idle-processes.ts";

test("the processor time of a process includes that of its ended children, whatever its name contains", () => {
  const stat = "4711 (a (very) odd name) S 12 4711 4711 0 -1 4194560 900 70 0 0 30 4 200 1000 20 0 11 0 1 2 3";
  assert.deepEqual(parseStat(stat), { pid: 4711, parent: 12, ticks: 1234 });
});
