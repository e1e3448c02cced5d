import assert from "node:assert/strict";
import { test } from "node:test";
import {
  valueAtMost,
  differenceAtMost,
  evaluateRow,
  rateAtLeast,
  timeAtMost,
  type Budget,
  type Measured,
} from "./row.ts";

const evaluated = (budget: Budget | null, measured: Measured) =>
  evaluateRow(
    {
      name: "row",
      work: "",
      limit: null,
      unit: "/s",
      budget,
      comparison: "never",
      measure: () => Promise.reject(new Error("not called")),
    },
    measured,
  );

test("the two values of each round are compared with each other, because a slow moment of the machine affects both", () => {
  const rounds = [
    { ours: 60, bare: 100 },
    { ours: 6, bare: 10 },
    { ours: 80, bare: 100 },
  ];
  const { ours, bare, compared, ok } = evaluated(rateAtLeast(0.6), { rounds });
  assert.deepEqual({ ours, bare, compared, ok }, { ours: 60, bare: 100, compared: 0.6, ok: true });
});

test("each kind of budget accepts values on the correct side of its limit", () => {
  const verdict = (budget: Budget, ours: number, bare: number | null) =>
    evaluated(budget, { rounds: [{ ours, bare }] }).ok;
  assert.deepEqual(
    [59, 61].map((ours) => verdict(rateAtLeast(0.6), ours, 100)),
    [false, true],
  );
  assert.deepEqual(
    [149, 151].map((ours) => verdict(timeAtMost(1.5), ours, 100)),
    [true, false],
  );
  assert.deepEqual(
    [20, 22].map((ours) => verdict(differenceAtMost(10), ours, 11)),
    [true, false],
  );
  assert.deepEqual(
    [150, 151].map((ours) => verdict(valueAtMost(150), ours, null)),
    [true, false],
  );
});

test("if a condition is not met, the row fails regardless of the ratio, and a row without a budget has no verdict", () => {
  const rounds = [{ ours: 1, bare: 1 }];
  assert.equal(evaluated(timeAtMost(5), { rounds, remarks: [{ text: "p99", ok: false }] }).ok, false);
  assert.equal(evaluated(timeAtMost(5), { rounds, remarks: [{ text: "size", ok: null }] }).ok, true);
  assert.equal(evaluated(null, { rounds }).ok, null);
});
