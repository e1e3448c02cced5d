import assert from "node:assert/strict";
import { test } from "node:test";
import { linkifier, sampleLookups } from "./fixtures/sample-lookups.ts";
import { render, type Lookups } from "./index.ts";

const html = (source: string, more: Partial<Lookups> = {}): string =>
  render(source, { ...sampleLookups, showPreviews: false, ...more }).html;
const withEmoticons = (source: string) => html(source, { translateEmoticons: true });
const emojiIn = (text: string) => Array.from(text.matchAll(/emoji-([0-9a-f-]+)/g), ([, code]) => code);

test("emoji are recognized by each of their names, and their title is the name that was written", () => {
  assert.equal(
    html(":+1:"),
    '<p><span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span></p>',
  );
  assert.equal(html(":Tada: :nosuch: :: :ta da: tada:"), "<p>:Tada: :nosuch: :: :ta da: tada:</p>");
  assert.deepEqual(emojiIn(html("10:30:tada: :tada::tada:")), ["1f389", "1f389"]);
});

test("custom emoji take precedence over the server's own emoji, which take precedence over Unicode's", () => {
  const customEmoji = new Map([["tada", "/t.png"]]);
  assert.match(html(":tada:", { customEmoji }), /<img alt=":tada:" class="emoji" src="\/t.png" title="tada">/);
  assert.match(html(":parlance:"), /<img [^>]*src="\/static\/generated\/emoji\/images\/emoji\/unicode\/parlance.png"/);
});

test("characters that are displayed as pictures become emoji, and a sequence that is unknown stays text as a whole", () => {
  assert.deepEqual(emojiIn(html("❤️ 7️⃣ 🇩🇪 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☕")), [
    "2764",
    "0037-20e3",
    "1f1e9-1f1ea",
    "1f468-200d-1f469-200d-1f467",
    "1f3f4-e0067-e0062-e0065-e006e-e0067-e007f",
    "2615",
  ]);
  for (const text of ["❤", "↔", "7", "#", "©", "👍🏽", "🇦🇦", "👨‍🚀‍🚀", "\u200d\ufe0f"]) {
    assert.equal(html(text), `<p>${text}</p>`);
  }
});

test("all emoticons are recognized between spaces, brackets, and the start and end of a text or of emphasis", () => {
  const all = ":) (: :( <3 :| :/ ;) :D :o :O :p :P";
  assert.equal(emojiIn(withEmoticons(all)).length, 12);
  assert.equal(emojiIn(withEmoticons('**:)** *a :(* :D\n:D (:p) ":o" !:/.')).length, 7);
  for (const text of ["a:)", ":)b", "`x`:)", ":)`x`", "https://x.example/:)", ":-)", "[:)](/x)", "::)"]) {
    assert.deepEqual(emojiIn(withEmoticons(text)), [], text);
  }
});

test("code, links, times and formulas contain no emoji", () => {
  for (const text of [
    "`:tada:`",
    "[:tada: 🚀](/x)",
    "    :tada:",
    "<time::tada:>",
    "$$:tada:$$",
    "https://a.example/:tada:",
  ]) {
    assert.deepEqual(emojiIn(html(text)), [], text);
  }
  assert.deepEqual(emojiIn(html("**:tada:** ~~🚀~~ # \n# :tada:\n* :tada:\n\n|🚀|b|\n|-|-|\n|:tada:|c|")).length, 6);
});

test("formulas must not be adjacent to words, prices are not formulas, and the content of a formula is not parsed as markup", () => {
  const isFormula = (source: string) => html(source).includes('<span class="katex">');
  for (const source of [
    "$$x$$",
    "($$x$$)",
    "a $$*x* @b$$, c",
    "$$a\\$b$$",
    "[$$x$$](/y)",
    "* $$x$$",
    "|$$x$$|b|\n|-|-|",
  ]) {
    assert.ok(isFormula(source), source);
  }
  for (const source of ["$x$", "$$ $", "a$$x$$", "$$x$$a", "$$$x$$$", "$$_x$$", "$$x\ny$$", "`$$x$$`"]) {
    assert.ok(!isFormula(source), source);
  }
});

test("the formulas of a block are in one paragraph, each in a span, and formulas with errors are shown as written", () => {
  const displayed = html("```math\na\n\n\\frac{\n\n<b>\n```");
  assert.match(
    displayed,
    /^<p><span class="katex-display">[^]*<\/span>\n\n<span class="tex-error">\\frac\{<\/span>\n\n/,
  );
  assert.match(displayed, /<\/p>$/);
  assert.equal(html("a\n```math\n\n```"), "<p>a</p>");
  assert.match(html("```quote\n```math\na\n```\n```"), /^<blockquote>\n<p><span class="katex-display">/);
});

test("formulas have the classes that clients' style sheets expect", () => {
  const classes = [...html("$$x$$").matchAll(/class="([^"]*)"/g)].map(([, names]) => names);
  assert.deepEqual(classes, ["katex", "katex-mathml", "katex-html", "base", "strut", "mord mathnormal"]);
});

test("formulas cannot contain links, scripts or styles that affect anything else", () => {
  for (const formula of [
    "\\href{javascript:alert(1)}{x}",
    "\\url{https://a.example}",
    "\\includegraphics{https://a.example/x.png}",
    "\\htmlClass{a}{x}",
    "\\htmlStyle{position:fixed}{x}",
    "\\htmlData{a=b}{x}",
  ]) {
    assert.doesNotMatch(html(`$$${formula}$$`), /<(?:a|img) |<[^>]*(?:position|data-|class="a")/, formula);
  }
  assert.doesNotMatch(html("$$\\rule{1000em}{1000em}$$"), /<[^>]*1000em/);
});

test("linkifiers are applied only to text, and the first matching linkifier is used", () => {
  const linkifiers = [linkifier("#(?<id>\\d+)", ({ id }) => `https://a.example/${id}`), linkifier("#1 x", () => "/b")];
  const links = (source: string) =>
    [...html(source, { linkifiers }).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  const a = "https://a.example/1";
  for (const source of [
    "#1",

    "*(#1)*",
    "#1 x",
    "* #1",
    "> #1",
    "# #1",
    "|#1|b|\n|-|-|",
    "```spoiler #1\n```",
  ]) {
    assert.deepEqual(links(source), [a], source);
  }
  for (const source of ["`#1`", "$$#1$$", "[x #1](/y)", "https://x.example/#1", "**#1**", "@**#1**a#1", "    #1"]) {
    assert.ok(!links(source).includes(a), source);
  }
  assert.deepEqual(render("#1 #1 > #2", { ...sampleLookups, linkifiers }).links, [a, "https://a.example/2"]);
});

test("a linkifier can neither create a link to a script nor match across markup", () => {
  const linkifiers = [
    linkifier("run", () => "javascript:alert(1)"),
    { match: () => [{ start: 0, end: 3, url: "/x" }] },
  ];
  assert.equal(html("run", { linkifiers: linkifiers.slice(0, 1) }), "<p>run</p>");
  assert.equal(html("a `b` c", { linkifiers }), "<p>a <code>b</code> c</p>");
});

test("URLs of the organization become relative if they lead to conversations or files, and are unchanged otherwise", () => {
  const href = (source: string) => /href="([^"]*)"/.exec(html(source))?.[1];
  const own = "https://chat.example.org";
  assert.equal(href(`${own}/#narrow/dm/5-ada`), "#narrow/dm/5-ada");
  assert.equal(href(`[x](${own}/user_uploads/2/ab/c.txt)`), "user_uploads/2/ab/c.txt");
  for (const other of [
    `${own}/login`,
    `${own}.evil.example/#narrow`,
    `${own}:99/#narrow`,
    "https://b.example/#narrow",
  ]) {
    assert.equal(href(`[x](${other})`), other);
  }
});
