import assert from "node:assert/strict";
import { test } from "node:test";
import { render, type Lookups } from "./index.ts";

const world: Lookups = {
  users: [
    { id: 5, full_name: "Ada Lovelace", is_active: true },
    { id: 6, full_name: "Grace Hopper", is_active: true },
    { id: 7, full_name: "Old Timer", is_active: false },
  ],
  groups: [
    { id: 21, name: "backend", deactivated: false },
    { id: 22, name: "retired", deactivated: true },
  ],
  channels: [
    { id: 3, name: "general" },
    { id: 4, name: "dev ops" },
    { id: 8, name: "r&d" },
  ],
  topicTargets: new Map([
    ["3:lunch", 412],
    ["3:", 415],
  ]),
  emptyTopicName: "general chat",
};

const cases: readonly (readonly [promise: string, source: string, html: string])[] = [
  [
    "basic inline styles",
    "mix **heavy**, *slanted*, ~~struck~~ and `mono`",
    "<p>mix <strong>heavy</strong>, <em>slanted</em>, <del>struck</del> and <code>mono</code></p>",
  ],
  [
    "bold+italic together",
    "***both at once*** then **outer *inner* outer**",
    "<p><strong><em>both at once</em></strong> then <strong>outer <em>inner</em> outer</strong></p>",
  ],
  [
    "soft break versus paragraph",
    "row one\nrow two\n\nnext block",
    `<p>row one<br>
row two</p>
<p>next block</p>`,
  ],
  [
    "no underscore emphasis, intraword star",
    "snake_case __dunder__ _plain_ but semi*quaver*s",
    "<p>snake_case __dunder__ _plain_ but semi<em>quaver</em>s</p>",
  ],
  [
    "spaces inside stars disable emphasis",
    "5 * 6 * 7 and ** loose **",
    "<p>5 * 6 * 7 and <strong> loose </strong></p>",
  ],
  [
    "code span keeps padding and escapes",
    "`` tick ` inside `` and ` <i>&amp; `",
    "<p><code> tick ` inside </code> and <code> &lt;i&gt;&amp;amp; </code></p>",
  ],
  ["no backslash escapes", "\\*stars\\* and \\# hash", "<p>\\<em>stars\\</em> and \\# hash</p>"],
  [
    "headings",
    "# Alpha\n## Beta ##\ntext below",
    `<h1>Alpha</h1>
<h2>Beta</h2>
<p>text below</p>`,
  ],
  [
    "not headings",
    "#tagline\n\n####### seven marks\n\nTitle\n=====",
    `<p>#tagline</p>
<p>####### seven marks</p>
<p>Title<br>
=====</p>`,
  ],
  [
    "rules",
    "over\n\n***\n\nunder\n---",
    `<p>over</p>
<hr>
<p>under</p>
<hr>`,
  ],
  [
    "nested bullets use two spaces",
    "* fruit\n  * apple\n    * pippin\n* veg",
    `<ul>
<li>fruit<ul>
<li>apple<ul>
<li>pippin</li>
</ul>
</li>
</ul>
</li>
<li>veg</li>
</ul>`,
  ],
  [
    "ordered list keeps its start",
    "4. four\n9. next",
    `<ol start="4">
<li>four</li>
<li>next</li>
</ol>`,
  ],
  [
    "switching list type makes two lists",
    "- dash\n- dash two\n1. num",
    `<ul>
<li>dash</li>
<li>dash two</li>
</ul>
<ol>
<li>num</li>
</ol>`,
  ],
  [
    "list may follow text directly",
    "Shopping:\n+ milk\n+ eggs\nlazy tail",
    `<p>Shopping:</p>
<ul>
<li>milk</li>
<li>eggs<br>
lazy tail</li>
</ul>`,
  ],
  [
    "loose list",
    "* first\n\n* second",
    `<ul>
<li>
<p>first</p>
</li>
<li>
<p>second</p>
</li>
</ul>`,
  ],
  [
    "numbered parenthesis is plain text",
    "1) not a list\n2) still not",
    `<p>1) not a list<br>
2) still not</p>`,
  ],
  [
    "quote with lazy continuation",
    "> said once\nstill quoted\n\noutside",
    `<blockquote>
<p>said once<br>
still quoted</p>
</blockquote>
<p>outside</p>`,
  ],
  [
    "adjacent quotes stay separate",
    "> one\n\n> two",
    `<blockquote>
<p>one</p>
</blockquote>
<blockquote>
<p>two</p>
</blockquote>`,
  ],
  [
    "nested quote",
    "> shallow\n> > deep",
    `<blockquote>
<p>shallow</p>
<blockquote>
<p>deep</p>
</blockquote>
</blockquote>`,
  ],
  [
    "quotes silence mentions",
    "> @**Grace Hopper** told @*backend* and @**all**",
    `<blockquote>
<p><span class="user-mention silent" data-user-id="6">Grace Hopper</span> told <span class="user-group-mention silent" data-user-group-id="21">backend</span> and <span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>
</blockquote>`,
  ],
  [
    "fence without language",
    "```\nif (a < b) { }\n```",
    `<div class="codehilite"><pre><span></span><code>if (a &lt; b) { }
</code></pre></div>`,
  ],
  [
    "fence with unknown language",
    "```klingonscript\nqapla\n```",
    `<div class="codehilite" data-code-language="klingonscript"><pre><span></span><code>qapla
</code></pre></div>`,
  ],
  [
    "tilde fence and long fence",
    "~~~\nplain\n~~~\n\n````\n```\nnested\n```\n````",
    `<div class="codehilite"><pre><span></span><code>plain
</code></pre></div>
<div class="codehilite"><pre><span></span><code>\`\`\`
nested
\`\`\`
</code></pre></div>`,
  ],
  [
    "unclosed fence runs to the end",
    "intro\n```\nnever closed",
    `<p>intro</p>
<div class="codehilite"><pre><span></span><code>never closed
</code></pre></div>`,
  ],
  [
    "fence splits a paragraph",
    "before\n```\nmid\n```\nafter",
    `<p>before</p>
<div class="codehilite"><pre><span></span><code>mid
</code></pre></div>
<p>after</p>`,
  ],
  [
    "four-space indent is code",
    "    indented()\n    twice()",
    `<div class="codehilite"><pre><span></span><code>indented()
twice()
</code></pre></div>`,
  ],
  [
    "quote fence",
    "```quote\nwords of **weight**\n```\nreply",
    `<blockquote>
<p>words of <strong>weight</strong></p>
</blockquote>
<p>reply</p>`,
  ],
  [
    "spoiler with header",
    "```spoiler The *ending*\nHe **wakes** up\n```",
    `<div class="spoiler-block"><div class="spoiler-header">
<p>The <em>ending</em></p>
</div><div class="spoiler-content" aria-hidden="true">
<p>He <strong>wakes</strong> up</p>
</div></div>`,
  ],
  [
    "spoiler without header, nested quote",
    "```spoiler\n```quote\nhidden\n```\n```",
    `<div class="spoiler-block"><div class="spoiler-header">
</div><div class="spoiler-content" aria-hidden="true">
<blockquote>
<p>hidden</p>
</blockquote>
</div></div>`,
  ],
  ["math that must stay text", "it is $$5 off$$now and a$$b$$ or $5$", "<p>it is $$5 off$$now and a$$b$$ or $5$</p>"],
  [
    "table with alignment",
    "| item | qty | cost |\n|:-----|:---:|-----:|\n| `nut` | 2 | **9** |",
    `<table>
<thead>
<tr>
<th style="text-align: left;">item</th>
<th style="text-align: center;">qty</th>
<th style="text-align: right;">cost</th>
</tr>
</thead>
<tbody>
<tr>
<td style="text-align: left;"><code>nut</code></td>
<td style="text-align: center;">2</td>
<td style="text-align: right;"><strong>9</strong></td>
</tr>
</tbody>
</table>`,
  ],
  [
    "table needs its own block",
    "leading text\n| a | b |\n|---|---|\n| 1 | 2 |",
    `<p>leading text<br>
| a | b |<br>
|---|---|<br>
| 1 | 2 |</p>`,
  ],
  [
    "user mentions",
    "@**Ada Lovelace** @**grace hopper** (@**Grace Hopper|6**) @**|5**",
    '<p><span class="user-mention" data-user-id="5">@Ada Lovelace</span> <span class="user-mention" data-user-id="6">@Grace Hopper</span> (<span class="user-mention" data-user-id="6">@Grace Hopper</span>) <span class="user-mention" data-user-id="5">@Ada Lovelace</span></p>',
  ],
  [
    "mentions that do not resolve",
    "@**Nobody Here** @**Ada Lovelace|6** @**|999** mail@**Ada Lovelace**",
    "<p>@<strong>Nobody Here</strong> @<strong>Ada Lovelace|6</strong> @<strong>|999</strong> mail@<strong>Ada Lovelace</strong></p>",
  ],
  [
    "silent and deactivated",
    "@_**Ada Lovelace|5** @**Old Timer** @*retired* @_*backend*",
    '<p><span class="user-mention silent" data-user-id="5">Ada Lovelace</span> <span class="user-mention silent" data-user-id="7">Old Timer</span> <span class="user-group-mention silent" data-user-group-id="22">retired</span> <span class="user-group-mention silent" data-user-group-id="21">backend</span></p>',
  ],
  [
    "wildcards",
    "@**all** @**channel** @_**everyone** @**topic** @**ALL**",
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> <span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span> <span class="user-mention channel-wildcard-mention silent" data-user-id="*">everyone</span> <span class="topic-mention">@topic</span> @<strong>ALL</strong></p>',
  ],
  [
    "group mention",
    "ping @*Backend* and @*ghosts*",
    '<p>ping <span class="user-group-mention" data-user-group-id="21">@backend</span> and @<em>ghosts</em></p>',
  ],
  [
    "mention inside code stays literal",
    "`@**Ada Lovelace**` vs @**Ada Lovelace**",
    '<p><code>@**Ada Lovelace**</code> vs <span class="user-mention" data-user-id="5">@Ada Lovelace</span></p>',
  ],
  [
    "channel links",
    "#**general** #**dev ops** #**absent** x#**general**",
    '<p><a class="stream" data-stream-id="3" href="/#narrow/channel/3-general">#general</a> <a class="stream" data-stream-id="4" href="/#narrow/channel/4-dev-ops">#dev ops</a> #<strong>absent</strong> x#<strong>general</strong></p>',
  ],
  [
    "topic links",
    "#**general>lunch** #**general>brand new**",
    '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-general/topic/lunch/with/412">#general &gt; lunch</a> <a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-general/topic/brand.20new">#general &gt; brand new</a></p>',
  ],
  [
    "empty topic and message links",
    "#**general>** #**general>lunch@400** #**general>@401**",
    '<p><a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-general/topic//with/415">#general &gt; <em>general chat</em></a> <a class="message-link" href="/#narrow/channel/3-general/topic/lunch/near/400">#general &gt; lunch @ 💬</a> <a class="message-link" href="/#narrow/channel/3-general/topic//near/401">#general &gt; <em>general chat</em> @ 💬</a></p>',
  ],
  [
    "slug and topic encoding",
    "#**r&d>v1.2/ü 50%**",
    '<p><a class="stream-topic" data-stream-id="8" href="/#narrow/channel/8-r.26d/topic/v1.2E2.2F.C3.BC.2050.25">#r&amp;d &gt; v1.2/ü 50%</a></p>',
  ],
  [
    "timestamps",
    "<time:2031-02-03T04:05:06+05:30> <time:1900000000> <time:soon>",
    '<p><time datetime="2031-02-02T22:35:06Z">2031-02-03T04:05:06+05:30</time> <time datetime="2030-03-17T17:46:40Z">1900000000</time> <span class="timestamp-error">Invalid time format: soon</span></p>',
  ],
  [
    "bare URLs and punctuation",
    'See https://example.com/a_(b). (http://example.net/x), "https://example.org"!',
    '<p>See <a href="https://example.com/a_(b)">https://example.com/a_(b)</a>. (<a href="http://example.net/x">http://example.net/x</a>), "<a href="https://example.org">https://example.org</a>"!</p>',
  ],
  [
    "bare domains and e-mail",
    "go to example.io/docs?x=1, setup.py or kim@example.com",
    '<p>go to <a href="http://example.io/docs?x=1">example.io/docs?x=1</a>, setup.py or <a href="mailto:kim@example.com">kim@example.com</a></p>',
  ],
  [
    "named links",
    '[t](https://example.com "Tip") [f](#drafts) [abs](/help) [dom](example.com) [](https://e.example.com)',
    '<p><a href="https://example.com" title="Tip">t</a> <a href="#drafts">f</a> <a href="/help">abs</a> <a href="http://example.com">dom</a> <a href="https://e.example.com">https://e.example.com</a></p>',
  ],
  [
    "script vectors",
    "[a](javascript:alert(1)) [b](DATA:text/html,hi) <img src=x onerror=1> [c](vbscript:x)",
    "<p>[a](javascript:alert(1)) [b](DATA:text/html,hi) &lt;img src=x onerror=1&gt; [c](vbscript:x)</p>",
  ],
  ["entities", "&copy; &lt;b&gt; Q&A AT&amp;T", "<p>&copy; &lt;b&gt; Q&amp;A AT&amp;T</p>"],
  [
    "a fence with a known language is labelled with its full name",
    "```py\nn = 7\n```",
    `<div class="codehilite" data-code-language="Python"><pre><span></span><code>n = 7
</code></pre></div>`,
  ],
  ["emoticons stay text", ":) and <3, not x:)", "<p>:) and &lt;3, not x:)</p>"],
  ["a path without link syntax is text", "see /user_uploads/2/ab/cat.png", "<p>see /user_uploads/2/ab/cat.png</p>"],
  ["an action of one's own is text", "/me waves", "<p>/me waves</p>"],
];

for (const [promise, source, html] of cases) {
  test(`dialect: ${promise}`, () => assert.equal(render(source, world).html, html));
}
