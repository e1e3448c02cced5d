import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMatches } from "./rank-matches.ts";

const found = (all: readonly string[], wanted: string) => bestMatches(all, (one) => [one], wanted, 10);

test("a full match comes first, then matches at the start of the name, at the start of a word, and elsewhere", () => {
  const all = ["prerelease", "new release", "release notes", "release"];
  assert.deepEqual(found(all, "release"), ["release", "release notes", "new release", "prerelease"]);
});

test("case and diacritics are ignored in both the name and the query", () => {
  assert.deepEqual(found(["Inês Carvalho", "Tomasz Wójcik"], "INES"), ["Inês Carvalho"]);
  assert.deepEqual(found(["Inês Carvalho", "Tomasz Wojcik"], "wój"), ["Tomasz Wojcik"]);
});

test("equally good matches keep their order, and no more than the requested number are returned", () => {
  assert.deepEqual(found(["b1", "b2", "b0"], "b"), ["b1", "b2", "b0"]);
  assert.equal(
    bestMatches(
      Array.from({ length: 50 }, (_, index) => `name ${index}`),
      (one) => [one],
      "name",
      8,
    ).length,
    8,
  );
});
