import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { blocksOf, stepsDown, stepsUp } from "./blocks.ts";
import { beginning, comparable, gramsOf, partsIn } from "./lexemes.ts";

const character = fc.constantFrom(..."abcé1 .:/-_'東京ひ한👍", "👍🏽", "Ж", "ก");
const writing = fc.array(character, { maxLength: 30 }).map((characters) => comparable(characters.join("")));

test("whatever part of a text somebody searches for, the index of the text has what the search asks for", () => {
  fc.assert(
    fc.property(writing, fc.nat(30), fc.nat(12), (text, from, length) => {
      const points = Array.from(text);
      const parts = new Set(partsIn(text));
      for (const word of points
        .slice(from, from + length)
        .join("")
        .split(/\s+/u)) {
        for (const gram of gramsOf(word)) assert.ok(parts.has(gram), `${gram} of ${word}`);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a text has the beginnings of its words", () => {
  const parts = new Set(partsIn("let us go; c"));
  for (const word of ["go", "c", "us", "le"]) assert.ok(parts.has(beginning(word)));
  for (const word of ["g", "et", "cc"]) assert.ok(!parts.has(beginning(word)));
});

const id = fc.oneof(fc.nat(10_000), fc.nat(3_000_000), fc.nat(2 ** 40));

test("the steps of a search pass every message once, and do not get many", () => {
  fc.assert(
    fc.property(id, fc.nat(3_000_000), fc.double({ min: 0, max: 1, noNaN: true }), (first, more, share) => {
      const last = first + more;
      const message = Math.floor(first + share * more);
      for (const steps of [[...stepsDown(7, last + 1, first)], [...stepsUp(7, first, last)]]) {
        const passing = steps.filter(({ from, to }) => from <= message && message < to);
        assert.equal(passing.length, 1);
        const blocks = blocksOf(7, message);
        assert.equal(passing[0]?.lexemes.filter((lexeme) => blocks.includes(lexeme)).length, 1);
        assert.ok(steps.length <= 40, `${steps.length} steps`);
        for (const { lexemes } of steps) assert.ok(lexemes.length <= 16, `${lexemes.length} blocks`);
      }
      assert.ok(!blocksOf(8, message).some((lexeme) => blocksOf(7, message).includes(lexeme)));
    }),
    { numRuns: 500 },
  );
});
