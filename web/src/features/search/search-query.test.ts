import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSearchTokens, parseSearch, formatSearch, type SearchNames } from "./search-query.ts";

const names: SearchNames = {
  me: 1,
  channelId: (name) => (name.toLowerCase() === "plans 2027" ? 7 : undefined),
  channelName: (id) => (id === 7 ? "plans 2027" : undefined),
  personId: (name) =>
    new Map([
      ["Inês Carvalho", 2],
      ["Kofi|3", 3],
    ]).get(name),
  personName: (id) =>
    new Map([
      [2, "Inês Carvalho"],
      [3, "Kofi|3"],
    ]).get(id),
};

test("a typed search is parsed into terms; words without an operator form a single search term", () => {
  assert.deepEqual(parseSearch('channel:"plans 2027" launch sender:me -has:link "day one" is:starred', names), [
    { operator: "channel", operand: 7 },
    { operator: "sender", operand: 1 },
    { operator: "has", operand: "link", negated: true },
    { operator: "is", operand: "starred" },
    { operator: "search", operand: 'launch "day one"' },
  ]);
});

test("formatting a parsed search yields the original text", () => {
  for (const text of [
    'channel:"plans 2027" topic:"the launch" sender:"Inês Carvalho" launch "day one"',
    "dm-including:Kofi|3 -is:unread has:attachment",
    'dm:"Inês Carvalho, Kofi|3"',
  ]) {
    assert.equal(formatSearch(parseSearch(text, names), names), text);
  }
});

test("text with an unknown operator is searched for literally, and unknown names are passed on to the server", () => {
  assert.deepEqual(parseSearch("https://example.org 12:30 -force", names), [
    { operator: "search", operand: "https://example.org 12:30 -force" },
  ]);
  assert.deepEqual(parseSearch("sender:nobody@example.org channel:gone", names), [
    { operator: "sender", operand: "nobody@example.org" },
    { operator: "channel", operand: "gone" },
  ]);
});

test("former names of operators are recognized, and an operator without a value is ignored", () => {
  assert.deepEqual(parseSearch("stream:gone from:me topic:", names), [
    { operator: "channel", operand: "gone" },
    { operator: "sender", operand: 1 },
  ]);
});

test("a token that is still being typed has a position, even if its quotation mark is not closed yet", () => {
  assert.deepEqual(parseSearchTokens('is:dm channel:"pla'), [
    { start: 0, end: 5, negated: false, operator: "is", value: "dm" },
    { start: 6, end: 18, negated: false, operator: "channel", value: "pla" },
  ]);
  assert.deepEqual(parseSearchTokens("-sender:"), [{ start: 0, end: 8, negated: true, operator: "sender", value: "" }]);
});
