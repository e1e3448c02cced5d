import assert from "node:assert/strict";
import { test } from "node:test";
import type { Linkifier } from "@parlance/markdown/render-types.ts";
import { compileLinkifiers } from "./compile-linkifiers.ts";
import { createTopicLinker } from "./topic-links.ts";

const ISSUE = { pattern: "#(?P<id>[0-9]+)", url_template: "https://tracker.example.com/issue/{id}" };
const BUG = { pattern: "(?P<proj>[A-Z]{2,5})-(?P<num>\\d+)", url_template: "https://bugs.example.net/{proj}/{num}" };

function oneOf(source: { pattern: string; url_template: string }): Linkifier {
  const [linkifier] = compileLinkifiers([source]);
  return linkifier ?? assert.fail();
}

/** Returns the matches in a text, with their URLs. */
const found = (source: { pattern: string; url_template: string }, text: string) =>
  [...oneOf(source).match(text)].map(({ start, end, url }) => [text.slice(start, end), url]);

const texts = (pattern: string, text: string) =>
  found({ pattern: `(?P<it>${pattern})`, url_template: "/{it}" }, text).map(([match]) => match);

test("a match with allowed characters around it becomes a link", () => {
  const text = "fixes #41, (OPS-7) but not x#41 or OPS-7b;";
  assert.deepEqual(found(ISSUE, text), [["#41", "https://tracker.example.com/issue/41"]]);
  assert.deepEqual(found(BUG, text), [["OPS-7", "https://bugs.example.net/OPS/7"]]);
});

test("a match must follow the start of the text, a space or one of a few marks, and must not be followed by an alphanumeric character", () => {
  for (const before of ["", " ", "\n", "\t", "\u00A0", "\u3000", "'", '"', "(", ",", ":", "<"]) {
    assert.deepEqual(texts("#1", `${before}#1`), ["#1"], JSON.stringify(before));
  }
  for (const before of ["a", "1", "_", "/", "[", ".", "é", "-", "\uFFFC"]) {
    assert.deepEqual(texts("#1", `${before}#1`), [], JSON.stringify(before));
  }
  for (const after of ["", " ", "_", "/", ")", ".", "é".normalize("NFD").slice(1), "🦉", "\uFFFC"]) {
    assert.deepEqual(texts("#1", `#1${after}`), ["#1"], JSON.stringify(after));
  }
  for (const after of ["a", "2", "é", "漢", "𝒳", "٣"]) {
    assert.deepEqual(texts("#1", `#1${after}`), [], JSON.stringify(after));
  }
});

test("one separator between two matches is enough, and a longer match is used if the shorter one is not allowed", () => {
  assert.deepEqual(texts("#\\d", "#1 #2,#3"), ["#1", "#2", "#3"]);
  assert.deepEqual(texts("a|ab", "ab a"), ["ab", "a"]);
  assert.deepEqual(texts("^#\\d", "#1 #2"), ["#1"]);
  assert.deepEqual(texts("#\\d$", "#1 #2"), ["#2"]);
  assert.deepEqual(texts("(?i)pr \\d", "PR 1 or pr 2"), ["PR 1", "pr 2"]);
});

test("an empty match does not become a link, and neither does a match that contains markup", () => {
  assert.deepEqual(texts("x*", "a x b"), ["x"]);
  assert.deepEqual(texts("a.*b", "a \uFFFC b"), []);
});

test("groups without a match are left out of the URL, and no URL can run a script", () => {
  const either = { pattern: "(?:#(?P<n>\\d+)|(?P<word>[a-z]+):)", url_template: "https://x.example/{n}{?word}" };
  assert.deepEqual(found(either, "#1 abc:"), [
    ["#1", "https://x.example/1"],
    ["abc:", "https://x.example/?word=abc"],
  ]);
  assert.deepEqual(found({ pattern: "go (?P<to>\\S+)", url_template: "{+to}" }, "go javascript:alert(1)"), []);
  assert.deepEqual(found({ pattern: "go (?P<to>\\S+)", url_template: "{+to}" }, "go https://a.example/"), [
    ["go https://a.example/", "https://a.example/"],
  ]);
});

test("a match is found anywhere in a long text, even across the boundaries of search windows", () => {
  for (let n = 100; n < 420; n += 1) {
    const text = `${"x ".repeat(n)}#123456 ${"y".repeat(500)} #7`;
    assert.deepEqual(texts("#\\d+", text), ["#123456", "#7"], String(n));
    assert.deepEqual(texts("#\\d+$", text), ["#7"], String(n));
    assert.deepEqual(texts("^#\\d+", text), [], String(n));
  }
});

test("a link is at most 128 characters long", () => {
  const [just, over] = ["a".repeat(128), "a".repeat(129)];
  assert.deepEqual(texts("a+", `${just} ${over} ${just}`), [just, just]);
});

test("if a text has thousands of matches, only some at its start become links", () => {
  const matches = texts("#\\d", "#1 ".repeat(3333));
  assert.ok(matches.length > 500 && matches.length < 2000, String(matches.length));
  for (const length of [1, 10, 50, 100, 1000]) {
    // Normal messages do not reach the limit, even with a match every eight characters.
    const text = "#123456 ".repeat(length);
    assert.equal(texts("#\\d+", text).length, length);
  }
});

test("no combination of pattern and text makes a search slow", () => {
  const patterns = [
    "a.*z|a",
    "(?:.*)(?:.*)(?:.*)z|a|#",
    ".*a.{100}z|a",
    "(?:(?:a?){60})z|a",
    "(?:x*)*a",
    "[a ]{1,60}q",
  ];
  const long = ["a ".repeat(5000), "a".repeat(10_000), "#1 ".repeat(3333), "é 漢 🦉 ".repeat(1500)];
  for (const pattern of patterns) {
    for (const text of long) {
      const began = process.cpuUsage().user;
      texts(pattern, text);
      const milliseconds = (process.cpuUsage().user - began) / 1000;
      // A search that started again after every match would take minutes.
      assert.ok(milliseconds < 5000, `${pattern}: ${milliseconds} ms`);
    }
  }
});

/**
 * Returns the processor time that a function takes, in milliseconds. Uses the fastest of several runs, because other
 * programs may slow down the machine.
 */
function effortOf(act: () => void): number {
  const efforts = Array.from({ length: 4 }, () => {
    const start = process.threadCpuUsage();
    act();
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...efforts);
}

const hostile = Array.from({ length: 100 }, (_, n) => ({ pattern: `.*a.{100}z|a|${n}`, url_template: "/" }));

test("a hundred patterns together take no longer than a few, however many paragraphs the text has", () => {
  for (const paragraph of ["a ".repeat(4999), "a ".repeat(50), "a"]) {
    const count = Math.floor(10_000 / (paragraph.length + 2));
    const milliseconds = effortOf(() => {
      const linkifiers = compileLinkifiers(hostile);
      for (let n = 0; n < count; n += 1) for (const one of linkifiers) Array.from(one.match(paragraph));
    });
    assert.ok(milliseconds < 150, `${count} paragraphs: ${milliseconds} ms`);
  }
});

test("a hundred patterns do not slow down a page with thousands of topics", () => {
  const milliseconds = effortOf(() => {
    const linksOf = createTopicLinker(hostile);
    for (let n = 0; n < 5000; n += 1) linksOf(`${"a ".repeat(25)}${n}`);
  });
  assert.ok(milliseconds < 250, `${milliseconds} ms`);
});

test("all matches of a hundred ordinary linkifiers are found in a message of ordinary length", () => {
  const sources = Array.from({ length: 100 }, (_, n) => ({
    pattern: `P${n}-(?P<id>[0-9]+)`,
    url_template: `https://tracker.example.com/${n}/{id}`,
  }));
  const text = `${"as we said before, ".repeat(20)}${sources.map((_, n) => `P${n}-${n}`).join(" ")}`;
  const counts = compileLinkifiers(sources).map((one) => [...one.match(text)].length);
  assert.deepEqual(new Set(counts), new Set([1]));
});
