import type { Parser } from "htmlparser2";

const PARAGRAPHS = new Set(["p", "ul", "ol", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "table", "div"]);
const LINES = new Set(["br", "li", "tr", "hr"]);
/** What is not read out: previews of what is linked to, and what somebody wants to be looked at on purpose. */
const HIDDEN = /\b(?:message_embed|message_inline_image|message-media-preview-image|spoiler-content|katex-html)\b/;
const EMOJI = /\bemoji-([0-9a-f-]+)\b/;
const VOID = new Set(["br", "hr", "img", "input"]);

interface Element {
  readonly name: string;
  readonly isHidden: boolean;
  /** What its own text is replaced by. */
  readonly instead: string | null;
}

/** A message as plain text, from the HTML that our renderer wrote: what somebody reads who sees it, in lines. */
export async function plainText(html: string): Promise<string> {
  const { Parser } = await import("htmlparser2");
  const reading = new Reading();
  const parser: Parser = new Parser({
    onopentag: (name, attributes) => reading.opens(name, attributes),
    ontext: (text) => reading.says(text),
    onclosetag: (name) => reading.closes(name),
  });
  parser.end(html);
  return reading.text;
}

class Reading {
  #text = "";
  readonly #open: Element[] = [];
  readonly #lists: number[] = [];
  #quotes = 0;

  get text(): string {
    return this.#text
      .replaceAll(/[ \t]+\n/g, "\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim();
  }

  opens(name: string, attributes: Readonly<Record<string, string>>): void {
    const className = attributes["class"] ?? "";
    const isHidden = this.#isHidden || HIDDEN.test(className);
    if (!isHidden) this.#begins(name, attributes);
    const codes = EMOJI.exec(className)?.[1];
    const instead =
      codes === undefined ? null : String.fromCodePoint(...codes.split("-").map((code) => Number.parseInt(code, 16)));
    if (!isHidden && instead !== null) this.#text += instead;
    if (!VOID.has(name)) this.#open.push({ name, isHidden, instead });
  }

  says(text: string): void {
    if (this.#isHidden || this.#open.some(({ instead }) => instead !== null)) return;
    // Of a formula, only what was written.
    if (this.#open.some(({ name }) => name === "math") && this.#open.at(-1)?.name !== "annotation") return;
    const isWritten = this.#open.some(({ name }) => name === "pre");
    this.#text += isWritten ? text : text.replaceAll("\n", " ");
  }

  closes(name: string): void {
    const closed = VOID.has(name) ? undefined : this.#open.pop();
    if (!closed || closed.isHidden) return;
    if (name === "ul" || name === "ol") this.#lists.pop();
    if (name === "blockquote") this.#quotes -= 1;
    if (PARAGRAPHS.has(name)) this.#breaks(2);
    else if (LINES.has(name)) this.#breaks(1);
  }

  get #isHidden(): boolean {
    return this.#open.at(-1)?.isHidden ?? false;
  }

  #begins(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "blockquote") this.#quotes += 1;
    if (name === "ul") this.#lists.push(0);
    if (name === "ol") this.#lists.push(Number(attributes["start"] ?? 1));
    if (name === "br") this.#text += "\n";
    if (name === "td" || name === "th") this.#text += " ";
    if (name === "img") this.#text += attributes["alt"] ?? "";
    if (name === "li") this.#text += this.#bullet();
    if (name === "p" && this.#quotes > 0) this.#text += "> ".repeat(this.#quotes);
  }

  #bullet(): string {
    const number = this.#lists.at(-1) ?? 0;
    const indent = "  ".repeat(Math.max(0, this.#lists.length - 1));
    if (number === 0) return `${indent}• `;
    this.#lists[this.#lists.length - 1] = number + 1;
    return `${indent}${number}. `;
  }

  #breaks(count: number): void {
    const inList = this.#open.some(({ name }) => name === "li");
    this.#text = `${this.#text.replace(/\n+$/, "")}${"\n".repeat(inList ? 1 : count)}`;
  }
}
