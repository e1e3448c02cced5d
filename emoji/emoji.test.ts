import assert from "node:assert/strict";
import { test } from "node:test";
import { extraEmoji, namesOfUnicodeEmoji, unicodeEmojiNamed } from "./index.ts";
import { table } from "./table.generated.ts";

const emoji = table.split("\n").map((line) => {
  const [code = "", ...names] = line.split(" ");
  return { code, names };
});

test("every emoji has a name, and every name is that of one emoji", () => {
  for (const { code, names } of emoji) {
    assert.match(code, /^[0-9a-f]{4,5}(-[0-9a-f]{4,5})*$/);
    assert.ok(names.length > 0, code);
    for (const name of names) {
      assert.match(name, /^[a-z0-9_+-]+$/);
      assert.equal(unicodeEmojiNamed(name), code, name);
    }
    assert.deepEqual(namesOfUnicodeEmoji(code), names);
  }
  assert.ok(emoji.length > 1900);
});

test("emoji go by the names that clients expect", () => {
  const first = (code: string) => namesOfUnicodeEmoji(code)?.[0];
  const expected = {
    "1f642": "smile",
    "1f44d": "thumbs_up",
    "2764": "heart",
    "1f389": "tada",
    "1f680": "rocket",
    "1f419": "octopus",
    "1f697": "car",
  };
  for (const [code, name] of Object.entries(expected)) assert.equal(first(code), name, code);
  assert.equal(unicodeEmojiNamed("+1"), "1f44d");
  assert.equal(unicodeEmojiNamed("red_heart"), "2764");
});

test("codes leave out what asks for a picture, and what is no emoji has none", () => {
  assert.deepEqual(namesOfUnicodeEmoji("0023-20e3")?.[0], "hash");
  assert.equal(namesOfUnicodeEmoji("2764-fe0f"), undefined);
  assert.equal(namesOfUnicodeEmoji("2194-0000"), undefined);
  for (const none of ["", "Tada", ":tada:", "constructor", "nosuch"]) assert.equal(unicodeEmojiNamed(none), undefined);
});

test("built-in emoji have names that no Unicode emoji has", () => {
  for (const name of extraEmoji) assert.equal(unicodeEmojiNamed(name), undefined);
});
