import assert from "node:assert/strict";
import { test } from "node:test";
import { compareRounds } from "./comparison.ts";

const ratios = (values: readonly number[]) => values.map((now) => ({ now: now * 100, before: 100 }));
const verdict = (unit: "/s" | "ms", values: readonly number[]) => compareRounds("row", unit, ratios(values)).verdict;

test("the two values of each round are compared, and the range of their ratios is reported", () => {
  const rounds = [
    { now: 110, before: 100 },
    { now: 10, before: 8 },
    { now: 90, before: 75 },
  ];
  const { now, before, ratio, lowest, highest } = compareRounds("send", "/s", rounds);
  assert.deepEqual(
    { now, before, ratio, lowest, highest },
    { now: 90, before: 75, ratio: 1.2, lowest: 1.1, highest: 1.25 },
  );
});

test("a higher rate is better, and a longer time is worse", () => {
  const higher = [1.1, 1.2, 1.1, 1.05, 1.1];
  assert.equal(verdict("/s", higher), "better");
  assert.equal(verdict("ms", higher), "worse");
  const lower = higher.map((value) => 1 / value);
  assert.equal(verdict("/s", lower), "worse");
  assert.equal(verdict("ms", lower), "better");
});

test("a difference is within noise if it is small, or if a few rounds do not agree on its direction", () => {
  assert.equal(verdict("/s", [1.01, 1.01, 1.01, 1.01, 1.01]), "within noise");
  assert.equal(verdict("/s", [1.2, 1.2, 0.99, 1.2, 1.2]), "within noise");
});

test("fewer than five rounds are never enough for a verdict, even if all agree", () => {
  assert.equal(verdict("/s", [1.2, 1.2, 1.2, 1.2]), "within noise");
  assert.equal(verdict("/s", [1.2, 1.2, 1.2, 1.2, 1.2]), "better");
});

test("many rounds need less agreement than few, because chance cancels out", () => {
  const rounds = (better: number, all: number) =>
    Array.from({ length: all }, (_, index) => (index < better ? 1.3 : 0.99));
  assert.equal(verdict("/s", rounds(15, 20)), "better");
  assert.equal(verdict("/s", rounds(14, 20)), "within noise");
  assert.equal(verdict("/s", rounds(115, 200)), "better");
  assert.equal(verdict("/s", rounds(114, 200)), "within noise");
});
