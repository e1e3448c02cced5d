import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { randomRun, randomRuns } from "./random-runs.ts";
import { assertProperty } from "./assert-property.ts";

const few = { rounds: 5, exploreRounds: 5 };

/** Returns a property, and the list of values with which it has been called. */
function collector() {
  const values: number[] = [];
  const property = fc.property(fc.integer(), (value) => void values.push(value));
  return { values, property };
}

describe("a property", () => {
  test("is checked for the number of rounds of the current run", () => {
    const { values, property } = collector();
    assertProperty(property, few);
    assert.equal(values.length, 5);
  });

  test("is also checked with its known cases: examples, and single cases of a seed", () => {
    const ofSeed = collector();
    fc.assert(ofSeed.property, { seed: 934_248, numRuns: 5 });
    const { values, property } = collector();
    assertProperty(property, { ...few, knownCases: [{ example: [42] }, { seed: 934_248, path: "3" }] });
    assert.deepEqual(values.slice(0, 2), [42, ofSeed.values[3]]);
    assert.equal(values.length, 7);
  });

  test("fails if a known case fails", async () => {
    const isNot42 = (value: number) => assert.notEqual(value, 42);
    const knownCases = [{ example: [42] as [number] }];
    assert.throws(() => assertProperty(fc.property(fc.integer(), isNot42), { ...few, knownCases }), /42/);
    const asynchronous = fc.asyncProperty(fc.integer(), async (value) => isNot42(value));
    await assert.rejects(assertProperty(asynchronous, { ...few, knownCases }), /42/);
  });
});

test("known seeds run after the run's own seed, each with the number of rounds that it needs", () => {
  const [own, ...known] = randomRuns({ ...few, knownSeeds: [{ seed: 7 }, { seed: 8, rounds: 50 }] });
  assert.deepEqual(own, randomRun(few));
  assert.deepEqual(known, [
    { rounds: 5, seed: 7 },
    { rounds: 50, seed: 8 },
  ]);
});
