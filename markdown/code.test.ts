import assert from "node:assert/strict";
import { test } from "node:test";
import { highlight } from "./code/highlight.ts";
import { languageName } from "./code/languages.ts";
import { highlightedLanguages } from "./code/language-modes.ts";
import { sampleLookups } from "./fixtures/sample-lookups.ts";
import { render } from "./index.ts";

const html = (source: string, defaultCodeLanguage?: string) =>
  render(source, { ...sampleLookups, defaultCodeLanguage }).html;
const textOf = (code: string) =>
  code
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const classesIn = (language: string, code: string) =>
  (highlight(code, language, () => true) ?? [])
    .filter(({ className }) => className !== "")
    .map(({ text, className }) => `${className}:${text}`);

test("a template language within another language has a name of its own, and unknown combinations are returned unchanged", () => {
  assert.deepEqual(
    ["css+php", "JS+Jinja", "html+erb", "html+nosuch", "nosuch+php", "a+b", "c++"].map((label) => languageName(label)),
    ["CSS+PHP", "JavaScript+Django/Jinja", "RHTML", "html+nosuch", "nosuch+php", "a+b", "C++"],
  );
  assert.match(
    html("```css+php\na { color: <?= $red ?>; }\n```"),
    /data-code-language="CSS\+PHP"><pre><span><\/span><code><span class="nt">a<\/span>.*<span class="nv">\$red<\/span>/,
  );
  assert.match(html("```html+twig\n<b>\n```"), /data-code-language="HTML\+Twig"><pre>.*<span class="nt">b<\/span>/);
});

test("PHP is highlighted with and without an opening tag, and text outside of the tags is highlighted as HTML", () => {
  const code = "function add(int $a, ?Sum $b = null): float {\n  return $a->fn + 1.5; # 'x'\n}";
  const php = [
    "k:function",
    "nf:add",
    "p:(",
    "kt:int",
    "nv:$a",
    "p:,",
    "o:?",
    "n:Sum",
    "nv:$b",
    "o:=",
    "kc:null",
    "p:)",
    "o::",
    "kt:float",
    "p:{",
    "k:return",
    "nv:$a",
    "o:->",
    "na:fn",
    "o:+",
    "mf:1.5",
    "p:;",
    "c1:# 'x'",
    "p:}",
  ];
  assert.deepEqual(classesIn("PHP", code), php);
  assert.deepEqual(classesIn("PHP", `<?php\n${code}\n?>\n<b>`), ["cp:<?php", ...php, "cp:?>", "p:<", "nt:b", "p:>"]);
  const [inline, ...rest] = html(`\`\`\`php\n${code}\n\`\`\``).split("<code>");
  assert.match(inline ?? "", /data-code-language="PHP"/);
  assert.match(rest.join(""), /^<span class="k">function<\/span> <span class="nf">add<\/span>/);
  assert.deepEqual(classesIn("PHP", '<a href="<?= $x ?>">').slice(2), [
    "na:href",
    "p:=",
    's:"',
    "cp:<?=",
    "nv:$x",
    "cp:?>",
    's:"',
    "p:>",
  ]);
});

test("strings and comments in PHP can span several lines", () => {
  const lines = (code: string) => classesIn("PHP", code);
  assert.deepEqual(lines("$a = 'it\\'s\n$b ?>' . 1"), ["nv:$a", "o:=", "s:'it\\'s", "s:$b ?>'", "o:.", "mi:1"]);
  assert.deepEqual(lines("/* $a\n?> */ $b // c ?> <i>").slice(0, 5), [
    "c1:/* $a",
    "c1:?> */",
    "nv:$b",
    "c1:// c ",
    "cp:?>",
  ]);
  assert.deepEqual(lines("echo <<<EOT\n$a ?>\n  EOT . 'x';"), [
    "k:echo",
    "s:<<<EOT",
    "s:$a ?>",
    "s:  EOT",
    "o:.",
    "s:'x'",
    "p:;",
  ]);
  assert.deepEqual(lines("class A extends B implements C, D {}").slice(0, 7), [
    "k:class",
    "nc:A",
    "k:extends",
    "nc:B",
    "k:implements",
    "nc:C",
    "p:,",
  ]);
});

test("each label leads to the full name of its language, and unknown labels are returned unchanged", () => {
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
  for (const name of highlightedLanguages) assert.equal(languageName(name.toLowerCase()) !== "", true);
});

test("fences without a language use the organization's default, and `text` is not highlighted", () => {
  assert.match(
    html("```\nn = 7\n```", "python"),
    /data-code-language="Python"><pre><span><\/span><code><span class="n">/,
  );
  assert.match(html("```js\nn\n```", "python"), /data-code-language="JavaScript"/);
  assert.doesNotMatch(html("```text\nn = 7\n```", "python"), /<code><span/);
  assert.doesNotMatch(html("    n = 7", "python"), /data-code-language/);
  assert.match(html("```quote\nx\n```", "python"), /^<blockquote>\n<p>x/);
});

test("keywords, names, strings, numbers and comments are distinguished in several languages", () => {
  assert.deepEqual(classesIn("Python", "def f(x): # y\n  return 'a' + 1.5"), [
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
  assert.ok(classesIn("JavaScript", "const a = true; // b").includes("c1:// b"));
  assert.ok(classesIn("SQL", "select 1 from t -- c").includes("k:select"));
  assert.ok(classesIn("Diff", "+new\n-old").includes("gi:+new"));
  assert.ok(classesIn("JSON", '{"a": 12}').includes("mi:12"));
});

test("highlighted code contains the whole code, and highlighting it again gives the same result", () => {
  const code =
    "fn main() { let x = \"a\\\"b\"; } # %w( \n\n'''\n/* <b> & */ ${`x`}\t|é🚀 1e9 \\\n$x{\n@a: #{\n<%= a %>\n";
  for (const language of highlightedLanguages) {
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

test("code in quotes and spoilers is highlighted, and nothing in it is markup", () => {
  const code = '@**Ada Lovelace** :tada: https://a.example $$x$$ <b> "c"';
  for (const source of [`\`\`\`quote\n~~~py\n${code}\n~~~\n\`\`\``, `\`\`\`spoiler\n~~~py\n${code}\n~~~\n\`\`\``]) {
    const written = html(source);
    const inner = /<code>([^]*)\n<\/code>/.exec(written)?.[1] ?? "";
    assert.equal(textOf(inner), code, source);
    assert.doesNotMatch(inner, /<(?!\/?span)/);
  }
});

test("lines that are too long to be written by hand are not highlighted", () => {
  const long = "x = 1; ".repeat(300);
  assert.match(html(`\`\`\`py\n${long}\nn = 7\n\`\`\``), /x = 1;\n<span class="n">n<\/span>/);
});
