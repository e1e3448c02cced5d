const PARAGRAPHS = new Set(["p", "ul", "ol", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "table", "div"]);
const LINES = new Set(["li", "tr", "hr"]);
/**
 * Classes of elements that are omitted: link previews, typeset formulas (their source is written instead), and the
 * content of spoilers, because users must open a spoiler to see it.
 */
const HIDDEN = /\b(?:message_embed|message_inline_image|message-media-preview-image|spoiler-content|katex-html)\b/;
const HIDDEN_TAGS = new Set(["script", "style", "head", "title"]);
const EMOJI = /\bemoji-([0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*)\b/;
const VOID = new Set(["br", "hr", "img", "input", "meta", "link", "col", "wbr"]);

/**
 * Matches tags. `[^<>]*` stops at the next `<`, so for text that only looks like the start of a tag, the search does
 * not run on to the end of the HTML.
 */
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,20})(?=[\s/>])([^<>]*)>/g;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,6}));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/**
 * Converts the HTML of a message to plain text, in lines as a user sees them. The time depends only on the length of
 * the HTML, not on its content.
 */
export function plainText(html: string): string {
  const reading = new PlainTextBuilder();
  const seen = withoutComments(html);
  let from = 0;
  for (const tag of seen.matchAll(TAG)) {
    const [whole, slash = "", name = "", attributes = ""] = tag;
    if (tag.index > from) reading.addText(decoded(seen.slice(from, tag.index)));
    if (slash === "") reading.openElement(name.toLowerCase(), attributes);
    else reading.closeElement(name.toLowerCase());
    from = tag.index + whole.length;
  }
  reading.addText(decoded(seen.slice(from)));
  return reading.text;
}

function withoutComments(html: string): string {
  const parts: string[] = [];
  for (let from = 0; from < html.length;) {
    const start = html.indexOf("<!--", from);
    const end = start === -1 ? -1 : html.indexOf("-->", start);
    parts.push(html.slice(from, start === -1 ? undefined : start));
    from = end === -1 ? html.length : end + 3;
  }
  return parts.join("");
}

const decoded = (text: string): string =>
  text.replace(ENTITY, (written, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? written;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });

/** Returns the decoded value of an attribute, or an empty string if the attribute is missing. */
function valueOf(attributes: string, name: "alt" | "class" | "start"): string {
  const at = attributes.indexOf(`${name}="`);
  const from = at + name.length + 2;
  return at === -1 ? "" : decoded(attributes.slice(from, Math.max(from, attributes.indexOf('"', from))));
}

const NESTED_ELEMENTS = ["blockquote", "li", "pre", "math", "annotation"] as const;
type Counted = (typeof NESTED_ELEMENTS)[number];

interface Element {
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether a different text was written instead of the element's own text. */
  readonly isReplaced: boolean;
}

/** Maximum number of unclosed elements inside an element. If there are more, its closing tag is ignored. */
const MAX_UNCLOSED_ELEMENTS = 50;

class PlainTextBuilder {
  readonly #written: string[] = [];
  /** Number of line breaks before the next text. */
  #breaks = 0;
  readonly #open: Element[] = [];
  /** For each open list, the number of its next item, or 0 if the list is not numbered. */
  readonly #lists: number[] = [];
  /** Number of open elements by tag. */
  readonly #depths: Record<Counted, number> = { blockquote: 0, li: 0, pre: 0, math: 0, annotation: 0 };

  get text(): string {
    return this.#written
      .join("")
      .replaceAll(/[ \t]{1,1000}\n/g, "\n")
      .trim();
  }

  openElement(name: string, attributes: string): void {
    const className = valueOf(attributes, "class");
    const outer = this.#open.at(-1);
    const isHidden = (outer?.isHidden ?? false) || HIDDEN_TAGS.has(name) || HIDDEN.test(className);
    const emoji = isHidden ? undefined : EMOJI.exec(className)?.[1];
    if (!isHidden) this.#startElement(name, attributes);
    if (emoji !== undefined) this.#write(characterOf(emoji));
    if (VOID.has(name)) return;
    this.#count(name, 1);
    this.#open.push({ name, isHidden, isReplaced: (outer?.isReplaced ?? false) || emoji !== undefined });
  }

  addText(text: string): void {
    const around = this.#open.at(-1);
    if (around?.isHidden === true || around?.isReplaced === true) return;
    const { pre, math, annotation } = this.#depths;
    // Only the source of a formula is written.
    if (math > 0 && annotation === 0) return;
    if (pre > 0) this.#write(text);
    else if (this.#breaks === 0 && this.#written.length > 0) this.#write(text.replaceAll(/\s+/g, " "));
    else this.#write(text.replaceAll(/\s+/g, " ").trimStart());
  }

  closeElement(name: string): void {
    const index = this.#open.findLastIndex(
      (one, at) => one.name === name || at < this.#open.length - MAX_UNCLOSED_ELEMENTS,
    );
    if (this.#open[index]?.name !== name) return;
    const [closed, ...unclosed] = this.#open.splice(index);
    for (const one of [closed, ...unclosed]) if (one) this.#count(one.name, -1);
    if (closed?.isHidden !== false) return;
    if (name === "ul" || name === "ol") this.#lists.pop();
    if (PARAGRAPHS.has(name)) this.#break(this.#depths.li > 0 ? 1 : 2);
    else if (LINES.has(name)) this.#break(1);
  }

  #startElement(name: string, attributes: string): void {
    if (PARAGRAPHS.has(name) && this.#written.length > 0) this.#break(1);
    if (name === "ul") this.#lists.push(0);
    if (name === "ol") this.#lists.push(Number(valueOf(attributes, "start")) || 1);
    if (name === "br") this.#break(this.#breaks + 1);
    if (name === "hr") this.#break(1);
    if (name === "td" || name === "th") this.#write(" ");
    if (name === "img") this.#write(valueOf(attributes, "alt"));
    if (name === "li") this.#write(this.#bullet());
  }

  #bullet(): string {
    const number = this.#lists.at(-1) ?? 0;
    const indent = "  ".repeat(Math.min(10, Math.max(0, this.#lists.length - 1)));
    if (number === 0) return `${indent}• `;
    this.#lists[this.#lists.length - 1] = number + 1;
    return `${indent}${number}. `;
  }

  #count(name: string, by: 1 | -1): void {
    const counted = NESTED_ELEMENTS.find((one) => one === name);
    if (counted) this.#depths[counted] += by;
  }

  #break(count: number): void {
    this.#breaks = Math.min(2, Math.max(this.#breaks, count));
  }

  #write(text: string): void {
    if (text === "") return;
    if (this.#written.length > 0) this.#written.push("\n".repeat(this.#breaks));
    if (this.#breaks > 0 || this.#written.length === 0)
      this.#written.push("> ".repeat(Math.min(5, this.#depths.blockquote)));
    this.#breaks = 0;
    this.#written.push(text);
  }
}

const characterOf = (codes: string): string =>
  String.fromCodePoint(
    ...codes
      .split("-")
      .map((code) => Number.parseInt(code, 16))
      .filter((code) => code <= 0x10ffff),
  );
