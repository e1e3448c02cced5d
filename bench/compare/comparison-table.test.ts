import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "../rows.ts";
import { compareRounds, MIN_VERDICT_ROUNDS } from "./comparison.ts";
import { listNotCompared, renderComparison } from "./comparison-table.ts";

test("the table shows both values, the ratio with its range and the verdict, and says which revisions were compared, what was not compared and why", () => {
  const comparisons = [
    compareRounds(
      "send",
      "/s",
      [1200, 1100, 1150, 1200, 1100].map((now) => ({ now, before: 1000 })),
    ),
    compareRounds("start", "ms", [{ now: 700, before: 699 }]),
  ];
  const notCompared = [
    { name: "bulk", reason: "it has no rounds" },
    { name: "web", reason: "it needs a browser" },
    { name: "hostile", reason: "it has no rounds" },
  ];
  assert.equal(
    renderComparison({ now: "abc123 with uncommitted changes", before: "def456" }, comparisons, notCompared),
    `
now: abc123 with uncommitted changes
then: def456

row         now      then  now / then  range
send   1,150 /s  1,000 /s        1.15  1.10–1.20  better
start    700 ms    699 ms        1.00  1.00–1.00  within noise

now / then: median of the ratios of all rounds, and their range; above 1 is better in /s, below 1 in all other units
within noise: less than 2 % in the median, or too few rounds agree

not compared: bulk, hostile (it has no rounds)
not compared: web (it needs a browser)`.trimStart(),
  );
});

test("if no row can be compared, only the reasons are shown", () => {
  const notCompared = [{ name: "web", reason: "it needs a browser" }];
  assert.equal(
    renderComparison({ now: "abc123", before: "def456" }, [], notCompared),
    "now: abc123\nthen: def456\n\nnot compared: web (it needs a browser)",
  );
});

test("every row that is compared has enough rounds for a verdict, even in quick runs", () => {
  for (const { name, comparison } of rows) {
    if (typeof comparison !== "string") assert.ok(comparison.rounds.quick >= MIN_VERDICT_ROUNDS, name);
    if (typeof comparison !== "string") assert.ok(comparison.rounds.full >= comparison.rounds.quick, name);
  }
});

test("the rows that measure a server by HTTP in rounds are compared, and every other row gives a reason", () => {
  const notCompared = listNotCompared(rows).map(({ name }) => name);
  for (const name of ["send", "fetch", "first_unread", "mark", "register", "delivery", "presence_cost", "auth_cost"]) {
    assert.ok(!notCompared.includes(name), name);
  }
  for (const { reason } of listNotCompared(rows)) assert.notEqual(reason, "");
});
