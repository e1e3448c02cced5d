import assert from "node:assert/strict";
import { test } from "node:test";
import { BUG, ISSUE } from "../fixtures/linkifiers.ts";
import { compileLinkifiers } from "./compile-linkifiers.ts";
import { findTopicLinks } from "./topic-links.ts";

const links = (topic: string, ...sources: (typeof ISSUE)[]) =>
  findTopicLinks(compileLinkifiers(sources), topic).map(({ text, url }) => [text, url]);

const tracker = (id: number) => [`#${id}`, `https://tracker.example.com/issue/${id}`];

test("linkifiers create links in topics, in the order in which they occur", () => {
  assert.deepEqual(links("✔ #12: OPS-7, #3", BUG, ISSUE), [
    tracker(12),
    ["OPS-7", "https://bugs.example.net/OPS/7"],
    tracker(3),
  ]);
  assert.deepEqual(links("nothing of interest", BUG, ISSUE), []);
  assert.deepEqual(links("", BUG), []);
});

test("if two linkifiers match the same text, the first in the list creates the link", () => {
  const wide = { pattern: "#(?P<a>\\d+) (?P<b>\\w+)", url_template: "https://wide.example/{a}/{b}" };
  assert.deepEqual(links("#1 two", ISSUE, wide), [tracker(1)]);
  assert.deepEqual(links("#1 two", wide, ISSUE), [["#1 two", "https://wide.example/1/two"]]);
  assert.deepEqual(links("#1 two #3 #4", wide, ISSUE), [
    ["#1 two", "https://wide.example/1/two"],
    tracker(3),
    tracker(4),
  ]);
});

test("URLs become links unless a linkifier matches the same text, and URLs without a scheme use HTTPS", () => {
  const cases: Record<string, [string, string][]> = {
    "https://a.example.com/b?c=d#e": [["https://a.example.com/b?c=d#e", "https://a.example.com/b?c=d#e"]],
    "see http://example.com, it is": [["http://example.com", "http://example.com"]],
    "example.com and example.org/x": [
      ["example.com", "https://example.com"],
      ["example.org/x", "https://example.org/x"],
    ],
    "what's 'example.com'!": [["example.com", "https://example.com"]],
    "end example.com.": [["example.com", "https://example.com"]],
    "mail a@example.com": [],
    "main.py 1.2 a.b e.g.": [],
    "(example.com)": [],
    "javascript://example.com/%0aalert(1)": [],
  };
  for (const [topic, expected] of Object.entries(cases)) assert.deepEqual([topic, links(topic)], [topic, expected]);
  const site = { pattern: "example\\.com/(?P<n>\\d+)", url_template: "https://other.example/{n}" };
  assert.deepEqual(links("example.com/5 example.com/x", site), [
    ["example.com/5", "https://other.example/5"],
    ["example.com/x", "https://example.com/x"],
  ]);
});
