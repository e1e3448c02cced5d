import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import {
  wordStartLexeme,
  normalizeForSearch,
  queryGrams,
  indexWordJoins,
  queryWordJoins,
  indexGrams,
} from "./lexemes.ts";

const character = fc.constantFrom(..."abcé1 .:/-_'東京ひ한👍", "👍🏽", "Ж", "ก");
const writing = fc.array(character, { maxLength: 30 }).map((characters) => normalizeForSearch(characters.join("")));

test("each lexeme of a query for a substring of a text is in the index entry of the text", () => {
  assertProperty(
    fc.property(writing, fc.nat(30), fc.nat(12), (text, from, length) => {
      const points = Array.from(text);
      const parts = new Set(indexGrams(text));
      for (const word of points
        .slice(from, from + length)
        .join("")
        .split(/\s+/u)) {
        for (const gram of queryGrams(word)) assert.ok(parts.has(gram), `${gram} of ${word}`);
      }
    }),
    { rounds: 500, exploreRounds: 2000 },
  );
});

test("the index entry of a text contains the first two characters of each word, and words of one character", () => {
  const parts = new Set(indexGrams("let us go; c"));
  for (const word of ["go", "c", "us", "le"]) assert.ok(parts.has(wordStartLexeme(word)));
  for (const word of ["g", "et", "cc"]) assert.ok(!parts.has(wordStartLexeme(word)));
});

test("each lexeme of a query for a phrase of a text is in the index entry of the text", () => {
  assertProperty(
    fc.property(writing, fc.nat(30), fc.nat(20), (text, from, length) => {
      const points = Array.from(text);
      const joins = new Set(indexWordJoins(text));
      const phrase = points.slice(from, from + length).join("");
      for (const join of queryWordJoins(phrase.trim())) assert.ok(joins.has(join), `${join} of ${phrase}`);
    }),
    { rounds: 500, exploreRounds: 2000 },
  );
  assert.deepEqual(queryWordJoins("a bc d"), []);
  assert.equal(queryWordJoins("ab c de").length, 2);
});
