import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { blockRules } from "./block/rules.ts";
import { MAX_DEPTH, RenderContext } from "./context.ts";
import { createEngine } from "./engine.ts";
import { findReferences, render, RenderError, type Lookups } from "./index.ts";
import { inlineRules } from "./inline/rules.ts";

const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  a: ["class", "data-stream-id", "href", "title"],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ["aria-hidden", "class", "data-code-language"],
  em: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  li: [],
  ol: ["start"],
  p: [],
  pre: [],
  span: ["class", "data-user-group-id", "data-user-id"],
  strong: [],
  table: [],
  tbody: [],
  td: ["style"],
  th: ["style"],
  thead: [],
  time: ["datetime"],
  tr: [],
  ul: [],
};
const VOID_ELEMENTS = new Set(["br", "hr"]);
const HREF =
  /^(?:(?:https?|ftp|file|bitcoin|geo|im|ircs?|magnet|mailto|matrix|mms|news|nntp|openpgp4fpr|sip|sms|smsto|ssh|tel|urn|webcal|wtai|xmpp):|\/(?!\/)|#)/;
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/y;
const TEXT = /(?:[^<>&]|&(?:#\d+|#x[\da-f]+|[\da-z]+);)*/iy;

/** Fails unless the HTML is balanced, properly escaped and made of harmless elements, attributes and addresses only. */
function assertSafeHtml(html: string): void {
  const open: string[] = [];
  let position = 0;
  while (position < html.length) {
    TEXT.lastIndex = position;
    position += TEXT.exec(html)?.[0].length ?? 0;
    if (position === html.length) break;
    TAG.lastIndex = position;
    const [whole, slash, name = "", attributes = ""] = TAG.exec(html) ?? [];
    assert.ok(whole, `neither text nor a tag: ${html.slice(position, position + 60)}`);
    position += whole.length;
    if (slash) assert.equal(open.pop(), name, `</${name}> closes another element`);
    else {
      assertAllowed(name, attributes);
      assert.ok(name !== "a" || !open.includes("a"), "a link within a link");
      if (!VOID_ELEMENTS.has(name)) open.push(name);
    }
  }
  assert.deepEqual(open, [], "elements are left open");
}

function assertAllowed(name: string, attributes: string): void {
  const allowed = ELEMENTS[name];
  assert.ok(allowed, `<${name}> is not among the elements`);
  for (const [, attribute = "", value = ""] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
    assert.ok(allowed.includes(attribute), `<${name} ${attribute}> is not among the attributes`);
    if (attribute === "href") assert.match(value, HREF);
    if (attribute === "style") assert.match(value, /^text-align: (?:left|center|right);$/);
  }
}

const world: Lookups = {
  users: [
    { id: 5, full_name: "Ada Lovelace", is_active: true },
    { id: 6, full_name: '"><script>x</script>', is_active: true },
  ],
  groups: [{ id: 21, name: "<b onclick=x>", deactivated: false }],
  channels: [
    { id: 3, name: "general" },
    { id: 4, name: '"onerror="<&>' },
  ],
  topicTargets: new Map([["3:lunch", 412]]),
  emptyTopicName: "<general chat>",
};

const fragments = [
  ..." \n\t*~`@#[]()<>|:-+_!\\&\"'0aé💬\0\r\ud83d".split(""),
  "\n\n",
  "  ",
  "    ",
  "**",
  "***",
  "~~",
  "```",
  "~~~",
  "````",
  "\n```\n",
  "```quote\n",
  "```spoiler x\n",
  "> ",
  "* ",
  "1. ",
  "2. ",
  "\n- ",
  "\n  * ",
  "# ",
  "---\n",
  "| a | b |\n",
  "|---|:-:|\n",
  "@**",
  "@_**",
  "@*",
  "#**",
  ">",
  "|9",
  "@**Ada Lovelace|5**",
  "@**all**",
  "@**topic**",
  '@**"><script>x</script>**',
  "@*<b onclick=x>*",
  "#**general>lunch**",
  '#**"onerror="<&>**',
  "#**general>**",
  "#**general>a@9**",
  "<time:",
  "<time:1900000000>",
  "<script>",
  "</p>",
  "<!--",
  "[x](",
  "javascript:alert(1)",
  "JaVaScRiPt:x",
  "data:text/html,x",
  "vbscript:x",
  "&#106;avascript:x",
  "](",
  '"onload="x',
  "https://example.com/",
  "http://",
  "example.com",
  "a@example.com",
  "//example.com",
  "mailto:",
  "&amp;",
  "&#x3c;",
  "&",
];

const schemes = [
  "javascript:",
  "JAVASCRIPT:",
  "data:text/html,",
  "vbscript:",
  "http:",
  "&#106;avascript:",
  "//",
  "blob:",
  "x",
];

const link = fc
  .tuple(fc.constantFrom(...fragments), fc.constantFrom(...schemes), fc.constantFrom(...fragments))
  .map(([text, scheme, rest]) => `[${text}](${scheme}${rest})`);

const markdown = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fragments) }, link), { maxLength: 120 })
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 10_000, size: "max" }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 6 }), fc.nat(10_000))
      .map(([parts, length]) => parts.join("").repeat(length).slice(0, length)),
  },
);

function htmlOf(source: string, lookups: Lookups): string {
  try {
    return render(source, lookups).html;
  } catch (error) {
    assert.ok(error instanceof RenderError);
    return "";
  }
}

test("whatever is written, the HTML is balanced and holds nothing but harmless elements", () => {
  fc.assert(
    fc.property(markdown, (source) => assertSafeHtml(htmlOf(source, world))),
    { numRuns: 600 },
  );
});

test("looking up what a text refers to is enough to render it", () => {
  fc.assert(
    fc.property(markdown, (source) => {
      const references = findReferences(source);
      const lookups: Lookups = {
        ...world,
        users: world.users.filter(
          ({ id, full_name }) =>
            references.userIds.includes(id) || references.userNames.includes(full_name.toLowerCase()),
        ),
        groups: world.groups.filter(({ name }) => references.groupNames.includes(name)),
        channels: world.channels.filter(({ name }) => references.channelNames.includes(name)),
      };
      assert.equal(htmlOf(source, lookups), htmlOf(source, world));
    }),
    { numRuns: 300 },
  );
});

test("no word is lost, however the markup around it is broken", () => {
  const fences = ["\n```\n", "\n```quote\n", "\n```spoiler x\n", "\n~~~\n", "\n  ```\n"];
  const others = fragments.filter((fragment) => !/[|`~]|\0|\r|<time/.test(fragment));
  const markup = fc.constantFrom(...others, ...fences);
  const part = fc.oneof(markup, fc.constant("word"));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const source = parts.map((each, index) => (each === "word" ? `word${index}w` : each)).join("");
      const html = htmlOf(source, world);
      for (const [word] of source.matchAll(/word\d+w/g)) assert.ok(html.includes(word), `${word} of ${source}`);
    }),
    { numRuns: 500 },
  );
});

test("containers nest to a limit, beyond which their markers are text", () => {
  const html = htmlOf(`${">".repeat(200)} deep`, world);
  assert.equal(html.match(/<blockquote>/g)?.length, MAX_DEPTH);
  assert.ok(html.includes(`${"&gt;".repeat(200 - MAX_DEPTH)} deep`));
  for (const opener of ["* ", "1. ", "> * ", "```quote\n", "```spoiler\n", "> ```quote\n"]) {
    const depth = deepestElement(htmlOf(opener.repeat(1000), world));
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

test("the work grows with a text's length and not faster", () => {
  for (const pattern of hostile) {
    const half = countRuleCalls(pattern.repeat(5_000).slice(0, 5_000));
    const whole = countRuleCalls(pattern.repeat(10_000).slice(0, 10_000));
    assert.ok(whole <= half * 2.2 + 2_000, `${JSON.stringify(pattern)}: ${half} calls of rules, then ${whole}`);
  }
});

function countRuleCalls(source: string): number {
  let calls = 0;
  const counted =
    <Args extends unknown[]>(parse: (...args: Args) => boolean) =>
    (...args: Args) => {
      calls++;
      return parse(...args);
    };
  const engine = createEngine();
  for (const { name, interrupts, parse } of blockRules) {
    engine.block.ruler.at(name, counted(parse), { alt: [...interrupts] });
  }
  for (const { name, parse } of inlineRules) engine.inline.ruler.at(name, counted(parse));
  engine.parse(source, { context: new RenderContext(world) });
  return calls;
}

test("a text whose HTML is longer than a million characters is refused", () => {
  assert.equal(render("&".repeat(199_998), world).html.length, 999_997);
  assert.throws(() => render("&".repeat(200_000), world), RenderError);
});

test("the cells that fill up short rows of tables are limited", () => {
  const columns = 1_000;
  const { html } = render(`${"|a".repeat(columns)}\n${"|-".repeat(columns)}\n${"|\n".repeat(2_000)}`, world);
  assert.ok((html.match(/<td>/g)?.length ?? 0) < 10_000);
});
