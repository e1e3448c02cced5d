import assert from "node:assert/strict";
import { test } from "node:test";
import { assertValidHtml } from "./fixtures/html-validator.ts";
import { sampleLookups } from "./fixtures/sample-lookups.ts";
import { render } from "./index.ts";

/** Examples of inline markup, each with the HTML that is expected in any context. */
const inline: Readonly<Record<string, readonly [source: string, html: string]>> = {
  bold: ["**b**", "<strong>b</strong>"],
  italic: ["*i*", "<em>i</em>"],
  both: ["***x***", "<strong><em>x</em></strong>"],
  struck: ["~~s~~", "<del>s</del>"],
  code: ["`c *d*`", "<code>c *d*</code>"],
  link: ["[l](/x)", '<a href="/x">l</a>'],
  address: ["https://a.example/b", '<a href="https://a.example/b">https://a.example/b</a>'],
  mail: ["a@b.example.com", '<a href="mailto:a@b.example.com">a@b.example.com</a>'],
  silent: ["@_**Ada Lovelace**", '<span class="user-mention silent" data-user-id="5">Ada Lovelace</span>'],
  channel: ["#**general**", '<a class="stream" data-stream-id="3" href="/#narrow/channel/3-general">#general</a>'],
  message: [
    "#**general>lunch@4**",
    '<a class="message-link" href="/#narrow/channel/3-general/topic/lunch/near/4">#general &gt; lunch @ 💬</a>',
  ],
  moment: ["<time:2031-01-01>", '<time datetime="2031-01-01T00:00:00Z">2031-01-01</time>'],
  formula: ["$$x$$", '<span class="katex"><span class="katex-mathml">'],
  emoji: [":tada:", '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>'],
  character: ["🚀", '<span aria-label="rocket" class="emoji emoji-1f680" role="img" title="rocket">:rocket:</span>'],
  custom: [
    ":party_blob:",
    '<img alt=":party_blob:" class="emoji" src="/user_avatars/2/emoji/images/9.png" title="party blob">',
  ],
  pattern: ["#41", '<a href="https://tracker.example.com/issue/41">#41</a>'],
  entity: ["&copy;", "&copy;"],
};

/** Contexts in which a line can occur, each with a pattern that the resulting HTML must match. */
const contexts: Readonly<Record<string, readonly [(line: string) => string, RegExp]>> = {
  paragraph: [(line) => line, /^<p>/],
  "second line": [(line) => `first\n${line}`, /<br>\n/],
  heading: [(line) => `## ${line}`, /^<h2>/],
  bullet: [(line) => `* ${line}`, /^<ul>\n<li>/],
  "numbered item": [(line) => `1. ${line}`, /^<ol>\n<li>/],
  "nested item": [(line) => `* a\n  * ${line}`, /<li>a<ul>\n<li>/],
  "item with paragraphs": [(line) => `* ${line}\n\n* b`, /<li>\n<p>/],
  quote: [(line) => `> ${line}`, /^<blockquote>\n<p>/],
  "quote in a quote": [(line) => `> > ${line}`, /<blockquote>\n<blockquote>\n<p>/],
  "fenced quote": [(line) => `\`\`\`quote\n${line}\n\`\`\``, /^<blockquote>\n<p>/],
  "list in a quote": [(line) => `> * ${line}`, /<blockquote>\n<ul>\n<li>/],
  "quote in a list": [(line) => `* > ${line}`, /<li>\n?<blockquote>/],
  "table header cell": [(line) => `| ${line} | b |\n|---|---|\n| c | d |`, /<th>/],
  "table cell": [(line) => `| a | b |\n|---|---|\n| ${line} | d |`, /<tbody>\n<tr>\n<td>/],
  "table in a quote": [(line) => `> | a | b |\n> |---|---|\n> | ${line} | d |`, /<blockquote>\n<table>/],
  "spoiler's title": [(line) => `\`\`\`spoiler ${line}\nx\n\`\`\``, /<div class="spoiler-header">\n<p>/],
  spoiler: [(line) => `\`\`\`spoiler\n${line}\n\`\`\``, /aria-hidden="true">\n<p>/],
  "list in a spoiler": [(line) => `\`\`\`spoiler\n* ${line}\n\`\`\``, /aria-hidden="true">\n<ul>/],
  "spoiler in a quote": [
    (line) => `\`\`\`quote\n\`\`\`spoiler\n${line}\n\`\`\`\n\`\`\``,
    /<blockquote>\n<div class="spoiler-block">/,
  ],
  "quote in a spoiler": [(line) => `\`\`\`spoiler\n> ${line}\n\`\`\``, /aria-hidden="true">\n<blockquote>/],
};

for (const [context, [write, sign]] of Object.entries(contexts)) {
  test(`all inline markup works in this context: ${context}`, () => {
    for (const [kind, [source, expected]] of Object.entries(inline)) {
      // A line with a backtick or a tilde in its title does not start a spoiler.
      if (context === "spoiler's title" && /[`~]/.test(source)) continue;
      const { html } = render(write(source), sampleLookups);
      assert.match(html, sign, kind);
      assert.ok(html.includes(expected), `${kind}: ${html}`);
      assertValidHtml(html);
    }
  });
}

test("emphasis can contain other inline markup, and code, links and mentions in it are not changed", () => {
  const opaque = Object.keys(inline).filter((kind) => !["bold", "italic", "both", "struck", "pattern"].includes(kind));
  for (const kind of opaque) {
    const [source = "", expected = ""] = inline[kind] ?? [];
    for (const [mark, tag] of [
      ["**", "strong"],
      ["*", "em"],
      ["~~", "del"],
    ] as const) {
      const { html } = render(`${mark}a ${source} b${mark}`, sampleLookups);
      assert.ok(
        html.startsWith(`<p><${tag}>a ${expected}`) && html.endsWith(` b</${tag}></p>`),
        `${mark} ${kind}: ${html}`,
      );
    }
  }
  assert.equal(render("~~a **b *c***~~", sampleLookups).html, "<p><del>a <strong>b *c</strong>*</del></p>");
});

test("two adjacent inline elements do not affect each other", () => {
  const kinds = Object.entries(inline);
  for (const [one, [first, firstHtml]] of kinds) {
    for (const [other, [second, secondHtml]] of kinds) {
      const { html } = render(`${first} ${second}`, sampleLookups);
      assert.ok(html.startsWith(`<p>${firstHtml}`), `${one} ${other}: ${html}`);
      assert.ok(html.includes(secondHtml, firstHtml.length), `${one} ${other}: ${html}`);
    }
  }
});
