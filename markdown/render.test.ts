import assert from "node:assert/strict";
import { test } from "node:test";
import { render, type Lookups } from "./index.ts";

const lookups: Lookups = {
  users: [
    { id: 5, full_name: "Ada Lovelace", is_active: true },
    { id: 6, full_name: "Grace Hopper", is_active: true },
    { id: 7, full_name: "Old Timer", is_active: false },
    { id: 8, full_name: "Sam", is_active: false },
    { id: 9, full_name: "Sam", is_active: true },
  ],
  groups: [
    { id: 21, name: "backend", deactivated: false },
    { id: 22, name: "retired", deactivated: true },
  ],
  channels: [{ id: 3, name: "general" }],
  emptyTopicName: "general chat",
};

function html(source: string): string {
  return render(source, lookups).html;
}

test("users with a mention are reported separately from users with a silent mention", () => {
  const source =
    "@**Grace Hopper** @**Ada Lovelace** @_**Ada Lovelace** @**Old Timer** @*backend* @_*backend* @*retired*";
  const { mentions } = render(source, lookups);
  assert.deepEqual(mentions, {
    users: [6, 5],
    silentUsers: [5, 7],
    groups: [21],
    channelWildcard: false,
    topicWildcard: false,
  });
});

test("wildcard mentions are reported, except silent ones", () => {
  const { mentions } = render("@**everyone** @_**topic**", lookups);
  assert.deepEqual([mentions.channelWildcard, mentions.topicWildcard], [true, false]);
  assert.equal(render("@**topic**", lookups).mentions.topicWildcard, true);
});

test("mentions in any type of quote are not reported, but mentions after the quote are", () => {
  const allMentions = "@**Ada Lovelace** @*backend* @**all** @**topic**";
  for (const quote of [`> ${allMentions}`, `\`\`\`quote\n* ${allMentions}\n\`\`\``, `* > ${allMentions}`]) {
    const { mentions } = render(`${quote}\n\n@**Grace Hopper**`, lookups);
    assert.deepEqual(mentions, {
      users: [6],
      silentUsers: [5],
      groups: [],
      channelWildcard: false,
      topicWildcard: false,
    });
  }
});

test("code contains no mentions and no links", () => {
  const { mentions, hasLink } = render(
    "`@**all** https://a.example`\n\n    @**Ada Lovelace**\n\n```\n@*backend*\n```",
    lookups,
  );
  assert.deepEqual(mentions, { users: [], silentUsers: [], groups: [], channelWildcard: false, topicWildcard: false });
  assert.equal(hasLink, false);
});

test("if several users have the same name, a mention of the name refers to the active one, unless an id is given", () => {
  assert.deepEqual(render("@**sam**", lookups).mentions.users, [9]);
  assert.deepEqual(render("@**Sam|8**", lookups).mentions.silentUsers, [8]);
});

test("links are reported once, in order, and links in quotes are reported only by `hasLink`", () => {
  const { links, hasLink, hasImage } = render("https://b.example [x](/user_uploads/1/a) https://b.example", lookups);
  assert.deepEqual([links, hasLink, hasImage], [["https://b.example", "/user_uploads/1/a"], true, false]);
  const quoted = render("> https://a.example/b.png", lookups);
  assert.deepEqual([quoted.links, quoted.hasLink, quoted.hasImage], [[], true, false]);
  assert.equal(render("#**general**", lookups).hasLink, false);
});

test("images and uploads are distinguished from other links", () => {
  assert.equal(render("https://a.example/b.PNG?x=1", lookups).hasImage, true);
  assert.equal(render("https://a.example/?x=b.png", lookups).hasImage, false);
  assert.equal(render("[file](/user_uploads/1/ab/c.txt)", lookups).hasAttachment, true);
  assert.equal(render("https://a.example/user_uploads/1", lookups).hasAttachment, false);
});

test("a link with a dangerous scheme is never rendered, in any spelling", () => {
  for (const address of [
    "javascript:x",
    "JavaScript:x",
    "< javascript:x>",
    "data:text/html,x",
    "vbscript:x",
    "unknown:x",
  ]) {
    assert.doesNotMatch(html(`[t](${address})`), /<a/, address);
  }
  for (const scheme of ["http", "MAILTO", "ssh", "xmpp"]) {
    assert.equal(html(`[t](${scheme}:x)`), `<p><a href="${scheme.toLowerCase()}:x">t</a></p>`);
  }
});

test("an address without a scheme becomes a web URL, unless it is a path, a fragment or an email address", () => {
  const addresses = ["../x", "/x", "#x", "//host/x", "a@b.example", "b.example/@a", "javascript&#58;x"];
  const targets = addresses.map((address) => /href="([^"]*)"/.exec(html(`[t](${address})`))?.[1]);
  assert.deepEqual(targets, [
    "http://../x",
    "/x",
    "#x",
    "http://host/x",
    "mailto:a@b.example",
    "http://b.example/@a",
    "http://javascript&amp;#58;x",
  ]);
});

test("links are never nested", () => {
  assert.equal(
    html("[a [b](/b) https://c.example #**general**](/d)"),
    '<p><a href="/d">a [b](/b) https://c.example #**general**</a></p>',
  );
});

test("an unclosed bracket before a link does not prevent the link", () => {
  assert.equal(html("[[a](/b) ]"), '<p>[<a href="/b">a</a> ]</p>');
  assert.equal(html("[ [a](/b)"), '<p>[ <a href="/b">a</a></p>');
});

test("the text of a link may contain code and mentions", () => {
  assert.equal(
    html("[`a]` @**Ada Lovelace** **b**](/x)"),
    '<p><a href="/x"><code>a]</code> <span class="user-mention" data-user-id="5">@Ada Lovelace</span> **b**</a></p>',
  );
});

test("a bare URL starts at the start of a word or after some punctuation, but not after a delimiter of emphasis, a bracket or a slash", () => {
  const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;
  assert.equal(html("*see https://a.example/b_c d*"), `<p><em>see ${link("https://a.example/b_c")} d</em></p>`);
  assert.equal(
    html("**https://a.example** x.example.org*"),
    "<p><strong>https://a.example</strong> x.example.org*</p>",
  );
  assert.equal(html("[https://a.example] a/b.com"), "<p>[https://a.example] a/b.com</p>");
  assert.equal(
    html("<a.com> ('b.com')"),
    `<p>&lt;${link("http://a.com", "a.com")}&gt; ('${link("http://b.com", "b.com")}')</p>`,
  );
});

test("delimiters in a URL or in code do not start or end emphasis", () => {
  assert.equal(html("*a `*` b"), "<p>*a <code>*</code> b</p>");
  assert.equal(
    html("https://a.example/*x* *y*"),
    '<p><a href="https://a.example/*x*">https://a.example/*x*</a> <em>y</em></p>',
  );
});

test("a bare URL ends before a space or code, does not include punctuation at its end, and contains only paired parentheses", () => {
  const addresses = (source: string) => Array.from(html(source).matchAll(/href="([^"]*)"/g), ([, href]) => href);
  assert.deepEqual(addresses("https://a.example/x`y`"), ["https://a.example/x"]);
  assert.deepEqual(addresses("https://a.example/x!?). https://b.example:80/?a=b#c, https://u:p@c.example"), [
    "https://a.example/x",
    "https://b.example:80/?a=b#c",
    "https://u:p@c.example",
  ]);
  assert.deepEqual(addresses("https://a.example/(x)) b.com/((((((x))))))"), [
    "https://a.example/(x)",
    "http://b.com/((((((x))))))",
  ]);
  assert.deepEqual(addresses('b.com/(((((((x))))))) b.com/(x b.com/x"y a@b http://~ mailto:'), []);
  assert.deepEqual(addresses("mailto:a@b.example <c.d@e.example>. f@g.example/h"), [
    "mailto:a@b.example",
    "mailto:c.d@e.example",
  ]);
});

test("the address of a link may contain spaces, and its title may contain quotation marks", () => {
  assert.equal(html("[a](b c (d))"), '<p><a href="http://b c (d)">a</a></p>');
  assert.equal(html('[a](/b "c "d"")'), '<p><a href="/b" title="c &quot;d&quot;">a</a></p>');
  assert.equal(html("[a](  )"), "<p>[a](  )</p>");
});

test("file names are not recognized as URLs", () => {
  assert.equal(html("setup.py README.md a.java b.zip c.mov"), "<p>setup.py README.md a.java b.zip c.mov</p>");
  assert.match(html("a.amsterdam b.рф"), /href="http:\/\/a.amsterdam".*href="http:\/\/b.рф"/);
});

test("indented lines belong to the list item before them, regardless of the width of its marker", () => {
  assert.equal(html("9. nine\n10. ten\n    more"), '<ol start="9">\n<li>nine</li>\n<li>ten<br>\n    more</li>\n</ol>');
  assert.equal(html("10. ten\n\n  more"), '<ol start="10">\n<li>\n<p>ten</p>\n<p>more</p>\n</li>\n</ol>');
});

test("a list marker that is indented by four columns is part of the item's text", () => {
  assert.equal(html("* a\n    * b"), "<ul>\n<li>a<br>\n    * b</li>\n</ul>");
});

test("only list items next to a blank line become paragraphs", () => {
  assert.equal(
    html("* a\n  * x\n\n* b\n* c"),
    "<ul>\n<li>\n<p>a</p>\n<ul>\n<li>x</li>\n</ul>\n</li>\n<li>\n<p>b</p>\n</li>\n<li>c</li>\n</ul>",
  );
});

test("a year at the start of a line does not start a list", () => {
  assert.equal(html("It was in\n1986. Then"), "<p>It was in<br>\n1986. Then</p>");
});

test("a heading, a rule or a fence ends a list, while a quote becomes part of the item", () => {
  for (const [block, tag] of [
    ["# h", "h1"],
    ["---", "hr"],
    ["```\nc\n```", "div"],
  ]) {
    assert.ok(html(`* a\n${block}`).startsWith(`<ul>\n<li>a</li>\n</ul>\n<${tag}`), block);
  }
  assert.equal(html("* a\n> q"), "<ul>\n<li>a<blockquote>\n<p>q</p>\n</blockquote>\n</li>\n</ul>");
});

test("all lines up to the next blank line belong to a quote, regardless of their content", () => {
  assert.equal(html("> # a\nb"), "<blockquote>\n<h1>a</h1>\n<p>b</p>\n</blockquote>");
  assert.equal(html("a\n> b\nc"), "<p>a</p>\n<blockquote>\n<p>b<br>\nc</p>\n</blockquote>");
  assert.equal(html(">\n>"), "<p>&gt;<br>\n&gt;</p>");
});

test("a fence must be at the start of a line: a quoted fence becomes inline code, and an indented one remains text", () => {
  assert.equal(html("> ```\n> a\n> ```\n\nb"), "<blockquote>\n<p><code>\na\n</code></p>\n</blockquote>\n<p>b</p>");
  assert.equal(html("* a\n  ```\n  b"), "<ul>\n<li>a<br>\n  ```<br>\n  b</li>\n</ul>");
});

test("code in a quoted fence does not end the quote", () => {
  const code = '<div class="codehilite"><pre><span></span><code>```\n</code></pre></div>';
  assert.equal(html("```quote\n~~~\n```\n~~~\ny\n```\nz"), `<blockquote>\n${code}\n<p>y</p>\n</blockquote>\n<p>z</p>`);
});

test("a spoiler may be empty", () => {
  assert.equal(
    html("```spoiler\n```"),
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n</div></div>',
  );
});

test("a pipe in code does not separate cells, and a table may consist of titles only", () => {
  assert.match(html("|a|b|\n|-|-|\n|`x|y`|z|"), /<td><code>x\|y<\/code><\/td>\n<td>z<\/td>/);
  assert.match(html("a|b\n-|-"), /<tbody>\n<tr>\n<td><\/td>\n<td><\/td>\n<\/tr>\n<\/tbody>/);
});

test("a pipe separates cells unless it is rendered as code, whatever backslashes and numbers of backticks are around it", () => {
  const cells = (row: string) =>
    [...html(`a|b\n-|-\n${row}`).matchAll(/<td>(.*)<\/td>/g)].map(([, content]) => content);
  assert.deepEqual(cells("\\`x|y`"), ["\\`x", "y`"]);
  assert.deepEqual(cells("\\``x|y`|z"), ["\\`<code>x|y</code>", "z"]);
  assert.deepEqual(cells("`x|y\\`|z"), ["<code>x|y\\</code>", "z"]);
  assert.deepEqual(cells("``x|y`|z"), ["<code>`x|y</code>", "z"]);
});

test("times are recognized with and without a time zone, and days that do not exist are rejected", () => {
  const written = [
    "2031-01-02",
    "2031-01-02 03:04",
    "2031-01-02T03:04:05.678Z",
    "2031-01-02T03:04+0100",
    "-1",
    "2031-02-30",
    "99999999999999",
  ];
  const times = written.map((text) => /datetime="([^"]*)"/.exec(html(`<time:${text}>`))?.[1]);
  assert.deepEqual(times, [
    "2031-01-02T00:00:00Z",
    "2031-01-02T03:04:00Z",
    "2031-01-02T03:04:05Z",
    "2031-01-02T02:04:00Z",
    "1969-12-31T23:59:59Z",
    undefined,
    undefined,
  ]);
});

test("an empty message is empty HTML", () => {
  assert.equal(html(""), "");
  assert.equal(html(" \n\t\n"), "");
});
