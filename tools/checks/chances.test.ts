import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findUnrepeatable } from "./chances.ts";

const file = (path: string, text: string) => ({ path, text });

describe("the check of random tests", () => {
  const found = (text: string) => findUnrepeatable([file("a.test.ts", text)]).length;

  test("requires rounds and seeds to be taken from the test kit", () => {
    assert.equal(found("await assertProperty(property, { rounds: 40, exploreRounds: 150 });"), 0);
    assert.equal(found("fc.assert(property);"), 1);
    assert.equal(found("fc.check(property);"), 1);
    assert.equal(found("fc.sample(words, 3);"), 1);
    assert.equal(found("const options = { numRuns: 40 };"), 1);
    assert.equal(found("assert.equal(SeededRandom.of({ seed: 7 }), 1);"), 0);
  });

  test("rejects random values without a fixed seed", () => {
    assert.equal(found("const dice = new SeededRandom(SEED * 100 + index);"), 0);
    assert.equal(found("await sleep(Math.random() * 600);"), 1);
    assert.equal(found("const dice = new SeededRandom(Date.now());"), 1);
  });

  test("reports the line and what to use instead", () => {
    assert.deepEqual(findUnrepeatable([file("a.test.ts", "const one = 1;\nconst two = Math.random();")]), [
      "a.test.ts:2: instead of `const two = Math.random();` use SeededRandom with the seed of randomRun() (@parlance/testkit/random/random-runs.ts)",
    ]);
  });
});
