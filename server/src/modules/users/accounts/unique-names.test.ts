import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidNameCharacters, InvalidNameFormat, NameTooLong, NameTooShort } from "#modules/users/core/errors.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";

test("whitespace around a name is removed", () => {
  assert.equal(parseFullName("  Inês Carvalho "), "Inês Carvalho");
  assert.equal(parseFullName("田中"), "田中");
});

test("a name has 2 to 100 characters, and an emoji counts as one character", () => {
  for (const name of ["", "  ", "x", " x "]) assert.throws(() => parseFullName(name), NameTooShort, name);
  assert.equal(parseFullName("😀".repeat(100)), "😀".repeat(100));
  assert.throws(() => parseFullName("😀".repeat(101)), NameTooLong);
});

test("a name cannot contain characters with a special meaning in mentions, Markdown or email", () => {
  for (const name of ["a*b", "a`b", "a\\b", "a>b", 'a"b', "a@b", "a\nb", "a\u0000b", "a\u200bb", "a\u2028b"])
    assert.throws(() => parseFullName(name), InvalidNameCharacters, JSON.stringify(name));
});

test("a name cannot end like a mention that contains an id", () => {
  assert.throws(() => parseFullName("Ada|12"), InvalidNameFormat);
  assert.equal(parseFullName("Ada|12b"), "Ada|12b");
});
