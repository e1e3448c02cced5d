import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sampleLookups } from "./fixtures/sample-lookups.ts";
import { render } from "./index.ts";

const EXAMPLE = /^== (.*)\n(.*)\n--\n([^]*?)\n(?=\n==|$(?![^]))/gm;
const examples = [...readFileSync(new URL("fixtures/dialect.txt", import.meta.url), "utf8").matchAll(EXAMPLE)];

test("all examples of the dialect are read", () => assert.equal(examples.length, 91));

for (const [, title = "", source = "", html = ""] of examples) {
  test(`dialect: ${title}`, () => {
    const lookups = { ...sampleLookups, translateEmoticons: title.includes("sender's setting") };
    const written = render(JSON.parse(source) as string, lookups).html;
    assert.equal(html.includes("KATEX(") ? withoutTypesetting(written) : written, html);
  });
}

/** Removes the typeset part of formulas from HTML, so that formulas are compared by their source. */
function withoutTypesetting(html: string): string {
  const start = html.indexOf('<span class="katex">');
  if (start < 0) return html;
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<\/?span/g)) {
    depth += tag === "<span" ? 1 : -1;
    if (depth > 0) continue;
    const end = start + index + "</span>".length;
    const [, source] =
      /<annotation encoding="application\/x-tex">(.*?)<\/annotation>/.exec(html.slice(start, end)) ?? [];
    return `${html.slice(0, start)}KATEX(${source})${withoutTypesetting(html.slice(end))}`;
  }
  return html;
}
