import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "../rows.ts";
import { compareRounds } from "./comparison.ts";
import { listNotCompared, renderComparison } from "./comparison-table.ts";

test("the table shows both values, the ratio with its range and the verdict, and says what was not compared and why", () => {
  const comparisons = [
    compareRounds("send", "/s", [
      { now: 1200, before: 1000 },
      { now: 1100, before: 1000 },
    ]),
    compareRounds("start", "ms", [{ now: 700, before: 699 }]),
  ];
  const notCompared = [
    { name: "bulk", reason: "it has no rounds" },
    { name: "web", reason: "it needs a browser" },
    { name: "hostile", reason: "it has no rounds" },
  ];
  assert.equal(
    renderComparison(comparisons, notCompared),
    `
row         now      then  now / then  range
send   1,150 /s  1,000 /s        1.15  1.10–1.20  better
start    700 ms    699 ms        1.00  1.00–1.00  within noise

not compared: bulk, hostile (it has no rounds)
not compared: web (it needs a browser)`.trimStart(),
  );
});

test("the rows that measure a server by HTTP in rounds are compared, and every other row gives a reason", () => {
  const notCompared = listNotCompared(rows).map(({ name }) => name);
  for (const name of ["send", "fetch", "first_unread", "mark", "register", "delivery", "presence_cost", "auth_cost"]) {
    assert.ok(!notCompared.includes(name), name);
  }
  for (const { reason } of listNotCompared(rows)) assert.notEqual(reason, "");
});
