import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createTestDatabase } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { runToCompletion } from "@parlance/kernel/base/fixtures/run-pausable.ts";
import { runInTimeSlices } from "@parlance/kernel/base/time-slicing.ts";
import { Highlighter, loadHighlightTerms, type HighlightTerms } from "./highlighter.ts";
import { normalizeForSearch } from "../lexemes.ts";
import { parseTextQuery } from "../text-query.ts";

const { db } = await createTestDatabase();

const highlight = (html: string, marks: HighlightTerms) =>
  runToCompletion(new Highlighter(marks).highlight(html)).result;

async function marked(query: string, html: string): Promise<string> {
  const marks = await loadHighlightTerms(db.reader, parseTextQuery(query), [html]);
  const result = await runInTimeSlices(new Highlighter(marks).highlight(html));
  // Replaces the highlighting spans with brackets.
  return result.replace(/<span class="highlight">([^<]*)<\/span>/g, "[$1]");
}

test("words of the query (in every inflection) and phrases are highlighted anywhere in the text, and short words only at the start of a word", async () => {
  assert.equal(await marked("run", "<p>Running, he runs: rerun</p>"), "<p>[Running], he [runs]: re[run]</p>");
  assert.equal(await marked("the quick", "<p>the quick</p>"), "<p>the [quick]</p>");
  assert.equal(await marked('"is rotten"', "<p>It is rotten</p>"), "<p>It [is rotten]</p>");
  assert.equal(await marked("東京", "<p>東京タワー</p>"), "<p>[東京]タワー</p>");
  assert.equal(await marked("go", "<p>go, ago, Google</p>"), "<p>[go], ago, [Google]</p>");
  assert.equal(await marked("happy", "<p>happiness</p>"), "<p>[happiness]</p>");
  assert.equal(await marked("ÉTÉ", "<p>d'été</p>"), "<p>d'[été]</p>");
});

test("highlighting leaves tags, attributes and entities intact", async () => {
  const link = '<a href="https://href.example/span">span</a>';
  assert.equal(await marked("span href", link), '<a href="https://href.example/span">[span]</a>');
  assert.equal(await marked("amp", "<p>A &amp; amp</p>"), "<p>A &amp; [amp]</p>");
  assert.equal(await marked("a&b", "<p>a&amp;b</p>"), "<p>[a&amp;b]</p>");
  assert.equal(await marked("<b>", "<p>&lt;b&gt; &#60;b&#x3E;</p>"), "<p>[&lt;b&gt;] [&#60;b&#x3E;]</p>");
  assert.equal(await marked("foobar", "<p>foo<em>bar</em></p>"), "<p>foo<em>bar</em></p>");
  assert.equal(await marked("x", "<math><mi>x</mi></math><p>x</p>"), "<math><mi>x</mi></math><p>[x]</p>");
});

/** Generators of HTML as our renderer writes it, and of queries with characters that occur in the HTML. */
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

test("without the highlighting spans, the HTML equals the original, and the spans contain only text", () => {
  assertProperty(
    fc.property(html, query, (source, words) => {
      const { words: read, phrases } = parseTextQuery(words.join(" "));
      const substrings = [...read.map((word) => word.text), ...phrases];
      const after = highlight(source, { substrings, words: new Set(read.flatMap(({ tokens }) => tokens)) });
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
      assert.equal(stripped + rest, source);
    }),
    { rounds: 300, exploreRounds: 1000 },
  );
});

const texts = fc.stringMatching(/^[abé& ]{0,40}$/u);
const pieces = fc.array(fc.stringMatching(/^[abé&]{1,5}$/u), { minLength: 1, maxLength: 6 });

/** Highlights a text by testing every term at every position. */
function naively(sample: string, { substrings, words }: HighlightTerms): string {
  const ranges = [...substrings, ...words].flatMap((one) =>
    Array.from(sample, (_, at) => at)
      .filter((at) => sample.startsWith(one, at))
      .filter((at) => substrings.includes(one) || isWordAt(sample, at, one.length))
      .map((at) => [at, at + one.length] as const),
  );
  const isWithin = (at: number) => ranges.some(([from, to]) => from < at && at < to);
  const isMarked = (at: number) => ranges.some(([from, to]) => from <= at && at < to);
  return Array.from(sample, (character, at) => {
    const before = isMarked(at) && !isWithin(at) ? OPEN : "";
    const behind = isMarked(at) && !isWithin(at + 1) ? "</span>" : "";
    return `${before}${character.replace("&", "&amp;")}${behind}`;
  }).join("");
}

const isWordAt = (sample: string, at: number, length: number): boolean =>
  !/[^ &]/u.test(sample[at - 1] ?? " ") &&
  !/[^ &]/u.test(sample[at + length] ?? " ") &&
  !/[ &]/u.test(sample.slice(at, at + length));

test("the highlighted ranges are the same as if every term were tested at every position", () => {
  assertProperty(
    fc.property(texts, pieces, pieces, (sample, substrings, words) => {
      const marks = { substrings, words: new Set(words) };
      assert.equal(highlight(sample.replaceAll("&", "&amp;"), marks), naively(normalizeForSearch(sample), marks));
    }),
    { rounds: 500, exploreRounds: 2000 },
  );
});

test("highlighting takes time proportional to the length of the text, regardless of the number of terms and matches", () => {
  const pattern = (length: number) => `<p>${"ab".repeat(length / 2)}</p>`;
  const nested = Array.from({ length: 50 }, (_, length) => "ab".repeat(length + 1));
  const missed = nested.map((part) => `${part}c`);
  const pauses = (length: number, substrings: readonly string[]) =>
    runToCompletion(new Highlighter({ substrings, words: new Set() }).highlight(pattern(length))).pauses;
  const one = pauses(100_000, ["b"]);
  assert.ok(one >= 10, `${one} pauses`);
  for (const parts of [nested, missed, [...nested, ...missed]]) {
    assert.ok(pauses(100_000, parts) <= 2 * one + 2, `${pauses(100_000, parts)} pauses, not ${one}`);
    assert.ok(pauses(200_000, parts) <= 2 * pauses(100_000, parts) + 2);
  }
});

test("if the highlighting spans would make a text many times as long, the text is not highlighted at all", () => {
  const marks = { substrings: ["a"], words: new Set<string>() };
  const alone = `<p>${"a b ".repeat(50)}</p>`;
  assert.equal(highlight(alone, marks).split(OPEN).length - 1, 50);
  const full = `<p>${"a ".repeat(5000)}</p>`;
  assert.equal(highlight(full, marks), full);
  const prose = `<p>${"a word in twenty say ".repeat(1000)}</p>`;
  assert.ok(highlight(prose, { substrings: ["twenty"], words: new Set() }).split(OPEN).length - 1 === 1000);
});
