import assert from "node:assert/strict";
import { test } from "node:test";
import { highlight } from "./code/highlight.ts";
import { languageName } from "./code/languages.ts";
import { colouredLanguages } from "./code/modes.ts";
import { world } from "./fixtures/world.ts";
import { render } from "./index.ts";

const html = (source: string, defaultCodeLanguage?: string) => render(source, { ...world, defaultCodeLanguage }).html;
const textOf = (code: string) =>
  code
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

test("a language within another goes by the first that is known", () => {
  assert.deepEqual(
    ["css+php", "html+nosuch", "nosuch+php", "a+b", "c++"].map((label) => languageName(label)),
    ["CSS", "HTML", "PHP", "a+b", "C++"],
  );
  assert.match(
    html("```css+php\na {}\n```"),
    /data-code-language="CSS"><pre><span><\/span><code><span class="nt">a<\/span>/,
  );
});

test("languages go by their full names however they are called, and unknown ones by what they are called", () => {
  const names = ["py", "JS", "c++", "sh", "rs", "golang", "tex", "{.python}", "{ruby}", ".java", "Unknown-1.x"].map(
    (label) => /data-code-language="([^"]*)"/.exec(html(`\`\`\`${label}\nx\n\`\`\``))?.[1],
  );
  assert.deepEqual(names, [
    "Python",
    "JavaScript",
    "C++",
    "Bash",
    "Rust",
    "Go",
    "TeX",
    "Python",
    "Ruby",
    "Java",
    "Unknown-1.x",
  ]);
  for (const name of colouredLanguages) assert.equal(languageName(name.toLowerCase()) !== "", true);
});

test("the organization's language is that of fences that name none, and `text` has no colours", () => {
  assert.match(
    html("```\nn = 7\n```", "python"),
    /data-code-language="Python"><pre><span><\/span><code><span class="n">/,
  );
  assert.match(html("```js\nn\n```", "python"), /data-code-language="JavaScript"/);
  assert.doesNotMatch(html("```text\nn = 7\n```", "python"), /<code><span/);
  assert.doesNotMatch(html("    n = 7", "python"), /data-code-language/);
  assert.match(html("```quote\nx\n```", "python"), /^<blockquote>\n<p>x/);
});

test("keywords, names, strings, numbers and comments are told apart, in several languages", () => {
  const classes = (language: string, code: string) =>
    (highlight(code, language, () => true) ?? [])
      .filter(({ className }) => className !== "")
      .map(({ text, className }) => `${className}:${text}`);
  assert.deepEqual(classes("Python", "def f(x): # y\n  return 'a' + 1.5"), [
    "k:def",
    "nf:f",
    "p:(",
    "n:x",
    "p:):",
    "c1:# y",
    "k:return",
    "s:'a'",
    "o:+",
    "mf:1.5",
  ]);
  assert.ok(classes("JavaScript", "const a = true; // b").includes("c1:// b"));
  assert.ok(classes("SQL", "select 1 from t -- c").includes("k:select"));
  assert.ok(classes("Diff", "+new\n-old").includes("gi:+new"));
  assert.ok(classes("JSON", '{"a": 12}').includes("mi:12"));
});

test("whatever the code is, colouring loses nothing of it, and is the same each time", () => {
  const code =
    "fn main() { let x = \"a\\\"b\"; } # %w( \n\n'''\n/* <b> & */ ${`x`}\t|é🚀 1e9 \\\n$x{\n@a: #{\n<%= a %>\n";
  for (const language of colouredLanguages) {
    const once = highlight(code, language, () => true);
    assert.equal(once?.map(({ text }) => text).join(""), code, language);
    highlight('"unfinished /* {{ ', language, () => true);
    assert.deepEqual(
      highlight(code, language, () => true),
      once,
      language,
    );
  }
});

test("code in quotes and spoilers is coloured, and nothing in it is markup", () => {
  const code = '@**Ada Lovelace** :tada: https://a.example $$x$$ <b> "c"';
  for (const source of [`\`\`\`quote\n~~~py\n${code}\n~~~\n\`\`\``, `\`\`\`spoiler\n~~~py\n${code}\n~~~\n\`\`\``]) {
    const written = html(source);
    const inner = /<code>([^]*)\n<\/code>/.exec(written)?.[1] ?? "";
    assert.equal(textOf(inner), code, source);
    assert.doesNotMatch(inner, /<(?!\/?span)/);
  }
});

test("a line that nobody wrote by hand is left without colours", () => {
  const long = "x = 1; ".repeat(300);
  assert.match(html(`\`\`\`py\n${long}\nn = 7\n\`\`\``), /x = 1;\n<span class="n">n<\/span>/);
});
