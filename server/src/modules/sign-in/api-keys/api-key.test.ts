import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { deriveApiKey, isWellFormedApiKey, userIdOfApiKey, isSameApiKey } from "./api-key.ts";

const secret = Buffer.from("0123456789abcdef0123456789abcdef");
const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });

test("a key has 32 alphanumeric characters and identifies its account", () => {
  assertProperty(
    fc.property(id, fc.integer({ min: 1, max: 1000 }), (userId, version) => {
      const key = deriveApiKey(secret, userId, version);
      assert.match(key, /^[0-9A-Za-z]{32}$/);
      assert.equal(userIdOfApiKey(key), userId);
    }),
    { rounds: 100, exploreRounds: 1000 },
  );
});

test("an account's key stays the same until its version or the secret changes", () => {
  const key = deriveApiKey(secret, 7, 1);
  assert.equal(deriveApiKey(secret, 7, 1), key);
  assert.notEqual(deriveApiKey(secret, 7, 2), key);
  assert.notEqual(deriveApiKey(Buffer.from("another secret, as long as the first"), 7, 1), key);
  // Different accounts have different keys even after the characters that identify the account.
  assert.notEqual(deriveApiKey(secret, 8, 1).slice(6), key.slice(6));
});

test("a key whose account number is too large for an id belongs to no account", () => {
  assert.equal(userIdOfApiKey("z".repeat(32)), 0);
  assert.equal(isWellFormedApiKey("z".repeat(32)), true);
});

test("a text that is not 32 alphanumeric characters is not a key", () => {
  for (const text of [
    "",
    "a".repeat(31),
    "a".repeat(33),
    `${"a".repeat(31)}-`,
    `${"a".repeat(31)}é`,
    `${"a".repeat(32)}\n`,
  ])
    assert.equal(isWellFormedApiKey(text), false, JSON.stringify(text));
});

test("all characters of two keys are compared", () => {
  const key = deriveApiKey(secret, 7, 1);
  assert.equal(isSameApiKey(Buffer.from(key), key), true);
  assert.equal(isSameApiKey(Buffer.from(key), `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`), false);
});
