import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { render } from "@parlance/markdown/index.ts";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { runToCompletion } from "@parlance/kernel/base/fixtures/run-pausable.ts";
import * as diffing from "./html-diff.ts";

const lookups = {
  users: [{ id: 5, full_name: "Ada Lovelace", is_active: true }],
  groups: [],
  channels: [{ id: 3, name: "general" }],
  emptyTopicName: "general chat",
};
const htmlDiff = (before: string, after: string) => runToCompletion(diffing.htmlDiff(before, after)).result;
const html = (markdown: string) => render(markdown, lookups).html;
const ins = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
const del = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;
const mention = '<span class="user-mention" data-user-id="5">@Ada Lovelace</span>';
const silent = '<span class="user-mention silent" data-user-id="5">Ada Lovelace</span>';
const diff = (before: string, after: string) => htmlDiff(html(before), html(after));

const cases: readonly (readonly [name: string, before: string, after: string, expected: string])[] = [
  ["no change", "a *b* c", "a *b* c", "<div><p>a <em>b</em> c</p></div>"],
  ["an added word", "a c", "a b c", `<div><p>a ${ins("b")} c</p></div>`],
  ["words added at the end", "a", "a b c", `<div><p>a ${ins("b c")}</p></div>`],
  ["a removed word", "a b c", "a c", `<div><p>a${del(" b")} c</p></div>`],
  ["a replaced word", "to be", "to bee", `<div><p>to${del(" be")} ${ins("bee")}</p></div>`],
  ["a replaced first word", "a b", "c b", `<div><p>${del("a ")}${ins("c")} b</p></div>`],
  ["all words replaced", "a", "b", `<div><p>${del("a ")}${ins("b")}</p></div>`],
  ["a look", "a b", "a **b**", `<div><p>a${del(" b")} <strong>${ins("b")}</strong></p></div>`],
  ["no look", "a *b* c", "a b c", `<div><p>a${del(" <em>b</em>")} ${ins("b")} c</p></div>`],
  ["a word removed after a link", "[a](/x) b", "[a](/x)", `<div><p><a href="/x">a</a>${del(" b")}</p></div>`],
  ["a removed paragraph", "a\n\nb\n\nc", "a\n\nc", `<div><p>a</p>\n${del("b")}<p>c</p></div>`],
  ["the last paragraph removed", "a\n\nb c", "a", `<div><p>a</p>${del("b c")}</div>`],
  ["two paragraphs removed", "a\n\nb\n\nc\n\nd", "d", `<div>${del("a<br>b<br>c")}<p>d</p></div>`],
  ["paragraphs joined into one", "a\n\nb c", "a c", `<div><p>a${del("<br>b")} c</p></div>`],
  ["a removed list item", "* a\n* b\n* c", "* a\n* c", `<div><ul>\n<li>a</li>\n<li>${del("b<br>")}c</li>\n</ul></div>`],
  ["code", "`a b`", "`a c`", `<div><p><code>a${del(" b")} ${ins("c")}</code></p></div>`],
  [
    "a replaced mention",
    "@**Ada Lovelace**",
    "@_**Ada Lovelace**",
    `<div><p>${del(`${mention} `)}${ins(silent)}</p></div>`,
  ],
  ["entities", "a < b & c", "a < d & c", `<div><p>a &lt;${del(" b")} ${ins("d")} &amp; c</p></div>`],
];

for (const [name, before, after, expected] of cases) {
  test(`a diff is readable: ${name}`, () => assert.equal(diff(before, after), expected));
}

interface Seen {
  /** The diff's HTML without deleted words and without the highlighting elements. It should equal the new HTML. */
  readonly now: string;
  /** The diff's text without inserted words and without whitespace. It should equal the old text. */
  readonly before: string;
}

type Mark = "inserted" | "deleted" | null;

const VOID = ["br", "hr", "img", "input"];
const WITHOUT_TEXT = ["ol", "ul", "table", "thead", "tbody", "tr"];

const markOf = (tag: string): Mark =>
  (/^<span class="highlight_text_(inserted|deleted)">$/.exec(tag)?.[1] ?? null) as Mark;

/**
 * Parses a diff as a browser does. Asserts that all elements are properly nested, and that text is only where HTML
 * allows it.
 */
function seenIn(difference: string): Seen {
  const open: { name: string; mark: Mark }[] = [];
  const seen = { now: "", before: "" };
  const show = (token: string, isText: boolean) => {
    const marks = open.map(({ mark }) => mark);
    if (!marks.includes("deleted")) seen.now += token;
    if (isText && !marks.includes("inserted")) seen.before += token.replaceAll(/\s/g, "");
  };
  for (const [token, slash, name] of difference.matchAll(/<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g)) {
    if (name === undefined || VOID.includes(name)) show(token, name === undefined);
    else if (slash === "/") {
      const closed = open.pop();
      assert.equal(closed?.name, name, difference);
      if (closed.mark === null) show(token, false);
    } else {
      const mark = markOf(token);
      if (mark === null) show(token, false);
      else assert.ok(!WITHOUT_TEXT.includes(open.at(-1)?.name ?? ""), `${difference}: text in ${open.at(-1)?.name}`);
      open.push({ name, mark });
    }
  }
  assert.deepEqual(open, [], difference);
  return seen;
}

const text = (markup: string) => markup.replaceAll(/<[^>]*>|\s/g, "");

const words = fc.constantFrom(
  "to",
  "be",
  "or",
  "not",
  "<b>",
  "&",
  "*that*",
  "**is**",
  "~~the~~",
  "`question`",
  "[a](/x)",
);
const others = fc.constantFrom(
  "@**Ada Lovelace**",
  "#**general**",
  "\n",
  "\n\n",
  "\n* ",
  "\n> ",
  "\n1. ",
  "\n```\n",
  "*",
  "**",
);
const rows = fc.constant("\n\n|a|b|\n|-|-|\n|c d|e|\n|f|*g*|\n\n");
const markdown = fc
  .array(fc.oneof({ weight: 6, arbitrary: words }, { weight: 3, arbitrary: others }, rows), { maxLength: 40 })
  .map((all) => all.join(" "));
/** Pairs of an old and a new text. In many pairs, the two texts have the same start and end. */
const edits = fc.oneof(
  fc.tuple(markdown, markdown),
  fc
    .tuple(markdown, markdown, markdown, markdown)
    .map(([start, old, now, end]) => [`${start} ${old} ${end}`, `${start} ${now} ${end}`] as const),
);

test("the diff of any two texts contains the complete new HTML and all words of the old text", () => {
  assertProperty(
    fc.property(edits, ([before, after]) => {
      const [old, now] = [html(before), html(after)];
      const seen = seenIn(htmlDiff(old, now));
      assert.equal(seen.now, `<div>${now}</div>`);
      assert.equal(seen.before, text(old));
    }),
    { rounds: 150, exploreRounds: 3000 },
  );
});

test("if either HTML is malformed, the diff is the new HTML without highlighting", () => {
  for (const broken of ["<p>a", "a</p>", "<p><em>a</p></em>", "<p", "<"]) {
    assert.equal(htmlDiff("<p>b</p>", broken), `<div>${broken}</div>`);
    assert.equal(htmlDiff(broken, "<p>b</p>").includes("<p>"), true);
  }
});

test("if more words differ than the limit, the common start and end are still matched, and everything between them is replaced as a whole", () => {
  const repeated = (word: string) => Array.from({ length: 150 }, (_, index) => word + index).join(" or ");
  const [before, after] = [repeated("be"), repeated("see")];
  const seen = htmlDiff(`<p>to ${before} it is</p>`, `<p>to ${after} it is</p>`);
  assert.equal(seen, `<div><p>to${del(` ${before}`)} ${ins(after)} it is</p></div>`);
});

const long = (piece: (index: number) => string) =>
  html(
    Array.from({ length: 5000 }, (_, n) => piece(n))
      .join("")
      .slice(0, 10_000),
  );
const longest = [
  long(() => "a "),
  long((n) => `${n} `),
  long((n) => `${n % 7}\n`),
  long((n) => `*${n % 3}*`),
  html("> ".repeat(5000)),
  long(() => "<"),
];

/** Returns the longest CPU time between two pauses of the task, in milliseconds. */
function longestTurn(work: Generator): number {
  for (let maxTurn = 0; ;) {
    const began = process.cpuUsage();
    const { done } = work.next();
    maxTurn = Math.max(maxTurn, process.cpuUsage(began).user / 1000);
    if (done) return maxTurn;
  }
}

test("comparing texts of maximum length is fast, whether they have nothing, little or much in common", () => {
  const start = process.cpuUsage();
  for (const before of longest) for (const after of longest) htmlDiff(before, after);
  const { user } = process.cpuUsage(start);
  assert.ok(user / 1000 / longest.length ** 2 < 200, `${user / 1000 / longest.length ** 2} ms each`);
});

test("comparing texts of maximum length pauses often enough for other work to run", () => {
  const turns = longest.flatMap((before) => longest.map((after) => longestTurn(diffing.htmlDiff(before, after))));
  assert.ok(Math.max(...turns) < 60, `${Math.max(...turns)} ms`);
});
