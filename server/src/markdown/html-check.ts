import assert from "node:assert/strict";

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
export function assertSafeHtml(html: string): void {
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
