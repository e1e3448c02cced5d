import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { prepareSearchedText, prefixKey, wordKey } from "./word-matching.ts";

const contains = (text: string, word: string) => {
  const searched = prepareSearchedText(text);
  return searched.startKeys.includes(prefixKey(word)) && searched.has(wordKey(word));
};

test("a word is found as a whole word regardless of case: next to spaces, punctuation, and the start or end of the text", () => {
  for (const before of ["", "x ", "(", '"', ".", ",", "'", ";", "[", "*", "`", ">", "\n"]) {
    for (const after of ["", " x", ")", '"', "?", ":", ".", ",", "'", ";", "]", "!", "*", "`", "\n"]) {
      assert.ok(contains(`${before}GHOST${after}`, "ghost"), `${before}GHOST${after}`);
    }
  }
  for (const text of ["ghosts", "aghost", "@ghost", "#ghost", "ghost_", "ghost-like", "/ghost", "g host", ""]) {
    assert.ok(!contains(text, "ghost"), text);
  }
  assert.ok(contains("well, to be, or not", "To be"));
  assert.ok(contains("say Ophelia.js now", "ophelia.js"));
  assert.ok(contains("(c++)", "C++"));
  assert.ok(contains("**word**", "*word*"));
});

const characters = fc.constantFrom("a", "B", "b", " ", ".", "'", "*", "-", "\u0130");
const texts = fc.array(characters, { maxLength: 24 }).map((all) => all.join(""));
const anyWord = fc
  .array(characters, { minLength: 1, maxLength: 5 })
  .map((all) => all.join("").trim())
  .filter((word) => word !== "");

/** A straightforward implementation of the rule, with which the results are compared. */
function isThere(text: string, word: string): boolean {
  const [all, wanted] = [text.toLowerCase(), word.toLowerCase()];
  for (let from = all.indexOf(wanted); from >= 0; from = all.indexOf(wanted, from + 1)) {
    const [before, after] = [all.charAt(from - 1), all.charAt(from + wanted.length)];
    if (" .'*".includes(before) && " .'*".includes(after)) return true;
  }
  return false;
}

test("looking up words by their prefix keys finds exactly the words that the text contains", () => {
  assertProperty(
    fc.property(texts, anyWord, (text, word) => contains(text, word) === isThere(text, word)),
    { rounds: 500, exploreRounds: 2000 },
  );
});
