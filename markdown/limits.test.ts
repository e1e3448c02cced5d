import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_FORMULA_WEIGHT } from "./formula.ts";
import { sampleLookups } from "./fixtures/sample-lookups.ts";
import { measureRenderTime, MAX_RENDER_MS } from "./fixtures/render-time.ts";
import { render, RenderError } from "./index.ts";

const LENGTH = 10_000;
const lookups = { ...sampleLookups, translateEmoticons: true };

const hostile: Readonly<Record<string, readonly string[]>> = {
  text: [":", ":a", ":)", ":) ", "🚀", "👨‍👩‍👧", "\u200d", "🇩", "7️⃣", "#1 ", "A-", "AB-1,", "(:", "<3 ", "[🚀](", "**:"],
  links: [
    ":party:a.com",
    ":a.com/((((((((",
    "https://a.b/c.png ",
    "https://",
    "a.b ",
    "a@b.c ",
    "www.",
    "//a.b",
    "[a](/b) ",
    "[](/x.mp3)",
    "https://a.b/(((",
    "a.b.c.",
  ],
  times: ["<time:", "<time:1>", "<time:Mon Mon Mon ", "<time:1:1:1:1:1:1>"],
  formulas: [
    "$$",
    "$$a",
    "$$x$$ ",
    "$$x^2+$$ ",
    "$$\\frac{a}{b}$$ ",
    "$$\\sqrt{".repeat(3),
    "$$\\def\\a{\\a\\a}\\a$$ ",
    "$$\\KaTeX$$ ",
    "```math\nx\n```\n",
    "$$ü$$ ",
    "$$\\begin{matrix}&&&&\\end{matrix}$$ ",
  ],
  code: [
    "```py\n(\n```\n",
    "```js\n`${\n",
    "```c++\nA<\n",
    "```sh\n$(\n",
    "```html\n<a \n```\n",
    "```a\n",
    "~~~\n```\n",
  ],
  tables: ["|`", "|$$", "|:tada:", "|-|-|\n"],
  nests: [
    "> ```quote\n",
    "> * ",
    "```spoiler a\n",
    "* ```py\n",
    "1. > ",
    "```quote\n",
    "* a\n\n  * b\n\n    * c\n\n",
    "* a\n  * b\n",
  ],
  blocks: [
    "---\n",
    "---\n#a\n",
    "# ",
    "# #\n",
    "# a\n",
    "#\n",
    "    a\nb\n",
    "    a\n\n",
    "* a\n",
    "* # a\nb\n",
    "1. a\n* b\n",
    ">\n",
    ">\n\n",
    "> a\n\n",
    "- - ",
    "*  ",
    "_ ",
    "|\n",
    "|a\n|-\n|`\\`\n",
    "a|b\n-|-\n\n",
    "\t",
    "a\t",
    " \n",
    "\r",
    "``` a\n",
    "~~~\n\n",
    "`\\\\\\\\",
  ],
};

for (const [kind, patterns] of Object.entries(hostile)) {
  test(`ten thousand characters are rendered in at most 50 ms: ${kind}`, () => {
    for (const pattern of patterns) {
      const source = pattern.repeat(LENGTH).slice(0, LENGTH);
      const ms = measureRenderTime(source, lookups);
      assert.ok(ms <= MAX_RENDER_MS, `${JSON.stringify(pattern)}: ${ms} ms`);
    }
  });
}

test("a formula of about the maximum weight is rendered within the time limit", () => {
  const whole = (start: string, inner: string, end = "") => {
    const room = MAX_FORMULA_WEIGHT - 20 - start.length - end.length;
    return `$$${start}${inner.repeat(room).slice(0, Math.floor(room / inner.length) * inner.length)}${end}$$`;
  };
  const formulas = [
    whole("", "x^2+"),
    whole("", "{"),
    whole("", "\\sqrt{"),
    whole("", "x'"),
    whole("\\begin{matrix}", "a&", "\\end{matrix}"),
    whole("", "\\KaTeX "),
    whole("", "\\left("),
    whole("\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b}", "\\c"),
    `$$\\def\\a{${"x".repeat(1200)}}${"\\a".repeat(500)}$$`,
    `$$\\def\\a#1{\\a{#1#1}}\\a{x}$$`,
    `$$${"\\edef\\a{\\a\\a}".repeat(50)}\\a$$`,
    `$$\\newcommand\\a[1]{#1#1#1}${"\\a{".repeat(30)}x${"}".repeat(30)}$$`,
  ];
  for (const formula of formulas) {
    const ms = measureRenderTime(formula, lookups);
    assert.ok(ms <= MAX_RENDER_MS, `${formula.slice(0, 60)}: ${ms} ms`);
  }
});

test("formulas beyond the limit of a message are shown as written", () => {
  const { html } = render("$$x^2+y^2$$ ".repeat(700), lookups);
  assert.match(html, /^<p><span class="katex">/);
  assert.match(html, /<span class="tex-error">\$\$x\^2\+y\^2\$\$<\/span><\/p>$/);
});

test("formulas are limited to a nesting that browsers support, and print nothing to the console", (t) => {
  const nested = (depth: number) => `$$${"\\sqrt{".repeat(depth)}x${"}".repeat(depth)}$$`;
  assert.match(render(nested(5), lookups).html, /class="katex"/);
  assert.match(render(nested(150), lookups).html, /class="tex-error"/);
  const calls = (["log", "error", "warn"] as const).map((method) => t.mock.method(console, method, () => undefined));
  const html = render("$$\\message{a}$$ $$\\errmessage{a}$$ $$\\show x$$ $$🚀ü漢\\text{é}$$", lookups).html;
  assert.deepEqual(
    calls.map(({ mock }) => mock.callCount()),
    [0, 0, 0],
  );
  assert.equal(html.match(/tex-error/g)?.length, 3);
});

test("a rendering that takes too long is aborted on any machine", (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => (now += 1_000));
  assert.equal(render("a\n\nb", lookups).html, "<p>a</p>\n<p>b</p>");
  for (const source of ["a\n\n".repeat(9), "```py\na\nb\nc\nd\ne\nf\n```", "$$x$$ ".repeat(9)]) {
    assert.throws(() => render(source, lookups), RenderError);
  }
});

test("only the start of very long code is highlighted", () => {
  const { html } = render(`\`\`\`py\n${"1\n".repeat(1_500)}\`\`\``, lookups);
  assert.equal(html.match(/<span class="mi">/g)?.length, 887);
  assert.ok(html.includes("\n1\n1\n</code>"));
});
