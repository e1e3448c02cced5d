import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { testDatabase } from "@parlance/testkit";
import { highlight, marksFor } from "./highlight.ts";
import { readQuery } from "./query.ts";

const { db } = await testDatabase();

async function marked(query: string, html: string): Promise<string> {
  const result = highlight(html, await marksFor(db.reader, readQuery(query), [html]));
  // The marks are bare words here.
  return result.replace(/<span class="highlight">([^<]*)<\/span>/g, "[$1]");
}

test("what was searched for is marked in the text, in all its forms and wherever it stands", async () => {
  assert.equal(await marked("run", "<p>Running, he runs: rerun</p>"), "<p>[Running], he [runs]: re[run]</p>");
  assert.equal(await marked("the quick", "<p>the quick</p>"), "<p>the [quick]</p>");
  assert.equal(await marked('"is rotten"', "<p>It is rotten</p>"), "<p>It [is rotten]</p>");
  assert.equal(await marked("東京", "<p>東京タワー</p>"), "<p>[東京]タワー</p>");
  assert.equal(await marked("go", "<p>go, ago, Google</p>"), "<p>[go], ago, [Google]</p>");
  assert.equal(await marked("happy", "<p>happiness</p>"), "<p>[happiness]</p>");
  assert.equal(await marked("ÉTÉ", "<p>d'été</p>"), "<p>d'[été]</p>");
});

test("no tag, no attribute and no entity is broken", async () => {
  const link = '<a href="https://href.example/span">span</a>';
  assert.equal(await marked("span href", link), '<a href="https://href.example/span">[span]</a>');
  assert.equal(await marked("amp", "<p>A &amp; amp</p>"), "<p>A &amp; [amp]</p>");
  assert.equal(await marked("a&b", "<p>a&amp;b</p>"), "<p>[a&amp;b]</p>");
  assert.equal(await marked("<b>", "<p>&lt;b&gt; &#60;b&#x3E;</p>"), "<p>[&lt;b&gt;] [&#60;b&#x3E;]</p>");
  assert.equal(await marked("foobar", "<p>foo<em>bar</em></p>"), "<p>foo<em>bar</em></p>");
  assert.equal(await marked("x", "<math><mi>x</mi></math><p>x</p>"), "<math><mi>x</mi></math><p>[x]</p>");
});

/** Pieces that HTML of ours is made of, and words that are parts of them. */
const text = fc
  .stringMatching(/^[ab&<>"' éЖ東👍:-]{0,6}$/u)
  .map((raw) => raw.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one] ?? one));
const { html } = fc.letrec((tie) => ({
  html: fc
    .array(fc.oneof({ depthSize: "small" }, text, tie("element")), { maxLength: 4 })
    .map((parts) => parts.join("")),
  element: fc
    .tuple(
      fc.constantFrom("p", "em", "span", "code"),
      fc.constantFrom("", ' class="ab"', ' title="a&amp;b"'),
      tie("html"),
    )
    .map(([name, attributes, inner]) => `<${name}${attributes}>${String(inner)}</${name}>`),
}));
const query = fc.array(fc.stringMatching(/^[ab&<>"éЖ東👍:]{1,3}$/u), { minLength: 1, maxLength: 3 });

const OPEN = '<span class="highlight">';

test("without the marks, highlighted HTML is what it was; and marks hold only text", () => {
  fc.assert(
    fc.property(html, query, (given, words) => {
      const { words: read, phrases } = readQuery(words.join(" "));
      const parts = [...read.map((word) => word.text), ...phrases];
      const after = highlight(given, { parts, words: new Set(read.flatMap(({ tokens }) => tokens)) });
      const inside = after
        .split(OPEN)
        .slice(1)
        .map((piece) => piece.slice(0, piece.indexOf("</span>")));
      for (const piece of inside) assert.match(piece, /^(?:[^<>&]|&(?:amp|lt|gt);)+$/u);
      let stripped = "";
      let rest = after;
      for (let at = rest.indexOf(OPEN); at >= 0; at = rest.indexOf(OPEN)) {
        const end = rest.indexOf("</span>", at);
        stripped += rest.slice(0, at) + rest.slice(at + OPEN.length, end);
        rest = rest.slice(end + "</span>".length);
      }
      assert.equal(stripped + rest, given);
    }),
    { numRuns: 1000 },
  );
});
