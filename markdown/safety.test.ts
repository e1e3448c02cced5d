import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_DEPTH, RenderContext } from "./render-context.ts";
import { parseBlocks } from "./block/block-tokens.ts";
import { sampleLookups } from "./fixtures/sample-lookups.ts";
import { render, RenderError } from "./index.ts";
import { InlineParser, InlineRuleTable, type InlineRule } from "./inline/inline-parser.ts";
import { inlineRules } from "./inline/inline-rules.ts";

test("the nesting of containers is limited, and deeper markers are shown as text", () => {
  const html = render(`${">".repeat(200)} deep`, sampleLookups).html;
  assert.equal(html.match(/<blockquote>/g)?.length, MAX_DEPTH);
  assert.ok(html.includes(`${"&gt;".repeat(200 - MAX_DEPTH)} deep`));
  for (const opener of ["* ", "1. ", "> * ", "```quote\n", "```spoiler\n", "> ```quote\n"]) {
    const depth = deepestElement(render(opener.repeat(1000), sampleLookups).html);
    assert.ok(depth <= MAX_DEPTH * 2 + 3, `${JSON.stringify(opener)} nests ${depth} elements`);
  }
});

function deepestElement(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash] of html.matchAll(/<(\/?)(?!br|hr)/g)) {
    depth += slash ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const hostile = [
  "[",
  "[](",
  "[a](",
  "[a](<b",
  "[a](b '",
  "]",
  ">",
  "> ",
  ">\n",
  "> a\n",
  "> > > > a\n",
  "*",
  "**",
  "**a",
  "*a ",
  "***a",
  "~~a",
  "`",
  "`a``b",
  "@**@**",
  "@**a",
  "@*a",
  "#**a>b**",
  "<time:",
  "&a",
  "http://",
  "http://a.b/((",
  "a.b.",
  "a@b.c,",
  "\n",
  " ",
  " \n",
  "* ",
  "* a\n",
  "* a\n\n",
  "1. ",
  "- a\n  1. b\n",
  "> * a\n",
  "* > ",
  "```\n",
  "```quote\n",
  "~~~quote\n```spoiler x\n",
  "```a\n~~~b\n",
  "# a\n",
  "---\n",
  "|a",
  "a|b\n-|-\n",
  "|a|b|\n|-|-|\n\n",
  "|`|",
];

test("the amount of work grows linearly with the length of a text", () => {
  for (const pattern of hostile) {
    const half = countRuleCalls(pattern.repeat(5_000).slice(0, 5_000));
    const whole = countRuleCalls(pattern.repeat(10_000).slice(0, 10_000));
    assert.ok(whole <= half * 2.2 + 2_000, `${JSON.stringify(pattern)}: ${half} calls of rules, then ${whole}`);
  }
});

function countRuleCalls(source: string): number {
  let calls = 0;
  const rules = inlineRules.map(({ trigger, parse }): InlineRule => {
    return { trigger, parse: (parser) => (calls++, parse(parser)) };
  });
  const table = new InlineRuleTable(rules);
  const context = new RenderContext(sampleLookups);
  // `assertTimeLeft` is called before each chunk of lines is parsed, so the calls measure the amount of work.
  context.assertTimeLeft = () => void calls++;
  for (const { content } of parseBlocks(source, context)) {
    calls++;
    new InlineParser(content, context, table).parseUntil(content.length);
  }
  return calls;
}

test("a text whose HTML is longer than a million characters is rejected", () => {
  assert.equal(render("&".repeat(199_998), sampleLookups).html.length, 999_997);
  assert.throws(() => render("&".repeat(200_000), sampleLookups), RenderError);
});

test("the number of cells that are added to short table rows is limited", () => {
  const columns = 1_000;
  const { html } = render(`${"|a".repeat(columns)}\n${"|-".repeat(columns)}\n${"|\n".repeat(2_000)}`, sampleLookups);
  assert.ok((html.match(/<td>/g)?.length ?? 0) < 10_000);
});
