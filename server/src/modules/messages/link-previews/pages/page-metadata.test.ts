import assert from "node:assert/strict";
import { test } from "node:test";
import { machineSlowdown } from "@parlance/testkit/machine-slowdown.ts";
import { parsePageMetadata } from "./page-metadata.ts";

const none = { title: "", description: "", image: "" };

test("metadata intended for previews takes precedence over a page's other metadata", () => {
  const html = `<!doctype html><html><head><title>Plain</title>
    <meta name="description" content="plain"><link rel="image_src" href="/plain.png">
    <meta name="twitter:title" content="Short"><meta name="twitter:image" content="/short.png">
    <meta property="og:title" content="Full &amp; good"><meta property="og:description" content="full">
    <meta property="og:image" content="/full.png"></head><body></body></html>`;
  assert.deepEqual(parsePageMetadata(html), { title: "Full & good", description: "full", image: "/full.png" });
});

test("if a page has no metadata intended for previews, its other metadata is used", () => {
  const html = `<title>A
  title</title><META NAME=Description CONTENT='the page'><link rel="x image_src" href=a.png>`;
  assert.deepEqual(parsePageMetadata(html), { title: "A\n  title", description: "the page", image: "a.png" });
  assert.deepEqual(parsePageMetadata(`<meta name="og:title" content=a><meta property="og:title" content=b>`), {
    ...none,
    title: "a",
  });
  assert.deepEqual(parsePageMetadata(`<title>t</title><meta property="og:title" content=" ">`), {
    ...none,
    title: "t",
  });
});

test("metadata in a page's body is ignored, because it may have been written by visitors of the page", () => {
  const evil = `<meta property="og:image" content="/evil.png"><title>evil</title>`;
  assert.deepEqual(parsePageMetadata(`<html><head></head><body>${evil}`), none);
  assert.deepEqual(parsePageMetadata(`<head></head>${evil}`), none);
  assert.deepEqual(
    parsePageMetadata(`<head><script>"${evil}"</script><!-- ${evil} --><style>${evil}</style></head>`),
    none,
  );
});

test("parsing broken, empty or non-HTML input returns the metadata that is readable, if any", () => {
  for (const html of ["", "<", "<<<>>>", "<meta", "plain", "</head>", "<title", "\u0000", "<meta content=x>", "<!--"]) {
    assert.deepEqual(parsePageMetadata(html), none, html);
  }
  assert.equal(parsePageMetadata("<title>cut off").title, "cut off");
});

test("a page that is constructed to slow down the parser is parsed quickly", () => {
  const many = 300_000;
  const hostile = [
    "<a>".repeat(many / 2) + "</b>".repeat(many / 2),
    "<p><div>".repeat(many / 8) + "</p></i>".repeat(many / 8),
    `<meta ${Array.from({ length: many / 6 }, (_, index) => `a${index}`).join(" ")}>`,
    "<meta name=x content=y>".repeat(many / 23),
    "<title>".repeat(many / 7),
    `<title>${"&amp;".repeat(many / 5)}`,
    `<script>${"</scrip".repeat(many / 7)}`,
    "<!".repeat(many / 2),
    `<${"a".repeat(many)}`,
    "<svg><a/>".repeat(many / 9),
  ];
  for (const html of hostile) {
    const before = process.cpuUsage();
    parsePageMetadata(html);
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1000 / machineSlowdown() < 1500, html.slice(0, 20));
  }
});
