import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  codesByGroup,
  extraEmoji,
  findUnicodeEmojiNames,
  normalizeUnicodeEmojiCode,
  findUnicodeEmoji,
} from "./index.ts";
import { table } from "./table.generated.ts";

const emoji = table.split("\n").map((line) => {
  const [code = "", ...names] = line.split(" ");
  return { code, names };
});

const clientNames = JSON.parse(readFileSync(new URL("./client-names.json", import.meta.url), "utf8")) as Readonly<
  Record<string, readonly string[]>
>;

test("every emoji has at least one name, and every name belongs to only one emoji", () => {
  for (const { code, names } of emoji) {
    assert.match(code, /^[0-9a-f]{4,5}(-[0-9a-f]{4,5})*$/);
    assert.equal(normalizeUnicodeEmojiCode(code), code);
    assert.ok(names.length > 0, code);
    for (const name of names) {
      assert.match(name, /^[\p{Ll}\p{Lo}\p{N}_+-]+$/u);
      assert.equal(findUnicodeEmoji(name), code, name);
    }
    assert.deepEqual(findUnicodeEmojiNames(code), names);
  }
  assert.ok(emoji.length > 1900);
});

test("emoji have the names and codes that clients know, and the primary name comes first", () => {
  for (const [code, names] of Object.entries(clientNames)) {
    assert.equal(normalizeUnicodeEmojiCode(code), code);
    assert.deepEqual(findUnicodeEmojiNames(code)?.slice(0, names.length), names, code);
    for (const name of names) assert.equal(findUnicodeEmoji(name), code, name);
  }
  assert.equal(findUnicodeEmoji("+1"), "1f44d");
  assert.equal(findUnicodeEmoji("red_heart"), "2764");
});

test("new emoji, which clients do not know yet, have names that users would type", () => {
  assert.deepEqual(findUnicodeEmojiNames("1fae8"), ["shaking_face"]);
  assert.deepEqual(findUnicodeEmojiNames("1f642-200d-2194"), ["head_shaking_horizontally"]);
});

test("a code is recognized with and without variation selectors, but an unknown code is not", () => {
  for (const heart of ["2764", "2764-fe0f", "2764-fe0e"]) {
    assert.equal(normalizeUnicodeEmojiCode(heart), "2764");
    assert.equal(findUnicodeEmojiNames(heart)?.[0], "heart");
  }
  for (const lifter of ["1f3cb-200d-2640", "1f3cb-fe0f-200d-2640-fe0f", "1f3cb-fe0f-200d-2640"]) {
    assert.equal(normalizeUnicodeEmojiCode(lifter), "1f3cb-fe0f-200d-2640-fe0f");
  }
  for (const none of ["", "fe0f", "-fe0f", "2194-0000", "constructor"])
    assert.equal(findUnicodeEmojiNames(none), undefined);
  for (const none of ["", "Tada", ":tada:", "constructor", "nosuch"]) assert.equal(findUnicodeEmoji(none), undefined);
});

test("no built-in emoji has the name of a Unicode emoji", () => {
  for (const name of extraEmoji) assert.equal(findUnicodeEmoji(name), undefined);
});

test("every emoji belongs to one of Unicode's groups", () => {
  const groups = codesByGroup();
  assert.deepEqual(
    [...groups.values()].flat(),
    emoji.map(({ code }) => code),
  );
  assert.ok(groups.get("Food & Drink")?.includes("1f355"));
});
