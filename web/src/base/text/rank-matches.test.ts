import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMatches } from "./rank-matches.ts";

const found = (all: readonly string[], wanted: string) => bestMatches(all, (one) => [one], wanted, 10);

test("the whole name comes first, then beginnings, then beginnings of words, then the rest", () => {
  const all = ["prerelease", "new release", "release notes", "release"];
  assert.deepEqual(found(all, "release"), ["release", "release notes", "new release", "prerelease"]);
});

test("capitals and marks on letters do not matter, neither in the name nor in what is looked for", () => {
  assert.deepEqual(found(["Inês Carvalho", "Tomasz Wójcik"], "INES"), ["Inês Carvalho"]);
  assert.deepEqual(found(["Inês Carvalho", "Tomasz Wojcik"], "wój"), ["Tomasz Wojcik"]);
});

test("what fits alike stays in the order in which it came, and no more come than were asked for", () => {
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
