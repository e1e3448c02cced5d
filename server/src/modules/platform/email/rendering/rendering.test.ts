import assert from "node:assert/strict";
import { test } from "node:test";
import type { Email } from "../email.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

const sender = { name: 'Shakespeare & Sons <"1599">', url: "https://chat.example.com" };
const emailOf = (...blocks: Email["blocks"]): Email => ({
  kind: "test",
  subject: "Words & words",
  blocks,
  reason: "You get this because <you> are here.",
});

test("text from users is escaped in HTML, wherever it is inserted", () => {
  const words = `<script>alert("1")</script><img src=x onerror='y'>&amp;`;
  const html = renderHtml(
    emailOf(
      { paragraph: words },
      { quote: words },
      { button: words, url: "https://x.example/?a=1&b=2" },
      { facts: { [words]: words } },
    ),
    { ...sender, name: words },
  );
  assert.doesNotMatch(html, /<script|<img|='y'/);
  assert.equal(html.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;/g)?.length, 7);
  assert.match(html, /href="https:\/\/x\.example\/\?a=1&amp;b=2"/);
});

test("only http and https URLs become links", () => {
  for (const url of ["javascript:alert(1)", "data:text/html,x", "mailto:a@b.example", "//x.example"]) {
    assert.doesNotMatch(
      renderHtml(emailOf({ button: "Go", url }), { ...sender, url: "https://own.example" }),
      new RegExp(`href="${url.slice(0, 5)}`),
    );
  }
});

test("a link for continuing to read shows its URL", () => {
  const address = "https://chat.example.com/#narrow?a&b";
  const html = renderHtml(emailOf({ address }), sender);
  assert.match(
    html,
    /<a href="https:\/\/chat\.example\.com\/#narrow\?a&amp;b"[^>]*>https:\/\/chat\.example\.com\/#narrow\?a&amp;b<\/a>/,
  );
  assert.doesNotMatch(renderHtml(emailOf({ address: "javascript:alert(1)" }), sender), /href="java/);
  assert.ok(renderText(emailOf({ address }), sender).startsWith(`${address}\n`));
});

test("the bar of a quotation is at the side where its lines start", () => {
  const quotes = ["To be", "«أكون أو لا أكون»", "1. להיות"].map((quote) => renderHtml(emailOf({ quote }), sender));
  const bars = quotes.map((html) => /<blockquote class="line" dir="(\w+)"[^>]*border-(\w+):/.exec(html)?.slice(1));
  assert.deepEqual(bars, [
    ["auto", "left"],
    ["rtl", "right"],
    ["rtl", "right"],
  ]);
});

test("an email declares its language, and loads no external resources", () => {
  const html = renderHtml(emailOf({ paragraph: "Hello" }, { quote: "one\ntwo" }), sender);
  assert.match(html, /^<!doctype html>\n<html lang="en" dir="ltr">/);
  assert.match(html, /<title>Words &amp; words<\/title>/);
  assert.match(html, /one<br>two/);
  assert.match(html, /<meta name="viewport"/);
  assert.match(html, /<meta name="color-scheme" content="light dark">/);
  assert.doesNotMatch(html, /<img|<link|<script|<iframe|src=|url\(|@import/);
});

test("lines of plain text have a limited length, and long URLs are not broken", () => {
  const url = `https://chat.example.com/join/${"k".repeat(90)}`;
  const paragraph = "Words, words, words. ".repeat(20).trim();
  const lines = renderText(
    emailOf({ paragraph }, { quote: `${paragraph}\n\nEnd` }, { button: "Join", url }),
    sender,
  ).split("\n");
  assert.deepEqual(
    lines.filter((line) => line.length > 76),
    [url],
  );
  assert.ok(lines.includes("> End"));
  assert.ok(lines.includes(">"));
  // The rest is a signature, which mail programs leave out of replies.
  assert.equal(lines.at(-5), "-- ");
  assert.deepEqual(lines.slice(-3), ['Shakespeare & Sons <"1599">', "https://chat.example.com", ""]);
  const words = (text: string) => text.split(/[\s>]+/).filter((word) => word !== "");
  assert.deepEqual(words(lines.join("\n")).slice(0, 120), words(`${paragraph} ${paragraph}`).slice(0, 120));
});
