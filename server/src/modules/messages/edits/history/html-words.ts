import type { PausableTask } from "@parlance/kernel/base/time-slicing.ts";

/** An element around words. */
export interface Element {
  readonly name: string;
  /** Its opening tag. */
  readonly tag: string;
  readonly parent: Element | null;
  /** Equal for elements with the same tags around them. */
  readonly id: number;
}

/** What is between two words. */
export interface Piece {
  readonly kind: "open" | "close" | "void" | "space";
  readonly html: string;
  /** Of a tag. */
  readonly name: string;
}

/** A word, or something that is as indivisible: a picture, a mention, a formula. */
export interface Word {
  readonly html: string;
  /** What stands between it and the word before. */
  readonly lead: readonly Piece[];
  readonly element: Element | null;
  /** Equal for words that are the same and look the same. */
  readonly key: number;
}

export interface Words {
  readonly words: readonly Word[];
  /** What comes after the last of them. */
  readonly tail: readonly Piece[];
}

const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr"]);
/** Elements within the flow of a text; all others begin and end a line. */
const INLINE = new Set([
  "a",
  "b",
  "br",
  "code",
  "del",
  "em",
  "i",
  "img",
  "s",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
  "wbr",
]);
const INDIVISIBLE =
  /^<(?:audio|iframe|img|math|svg|time|video)\b|^<span [^>]*\b(?:user-mention|user-group-mention|topic-mention|emoji|katex)/;
const TOKEN = /<(\/?)([a-z][a-z0-9]*)(?:"[^"]*"|'[^']*'|[^"'<>])*>|\s+|[^\s<]+|</gi;

export const isBlock = ({ kind, name }: Piece): boolean => kind !== "space" && !INLINE.has(name);

/** Numbers texts, the same for the same. Shared by two texts whose words are to be compared. */
export class Numbering {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

/** Takes HTML apart into its words. Null if it is not well-formed. */
export function* htmlWords(html: string, numbering: Numbering): PausableTask<Words | null> {
  const reader = new WordReader(numbering);
  for (const [text, slash, name] of html.matchAll(TOKEN)) {
    reader.read(text, slash === "/", name?.toLowerCase());
    yield;
  }
  return reader.result();
}

class WordReader {
  readonly #numbering: Numbering;
  readonly #words: Word[] = [];
  #lead: Piece[] = [];
  #element: Element | null = null;
  /** The indivisible element that is being read, and how deep within it. */
  #whole = "";
  #depth = 0;
  #isBroken = false;

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  read(html: string, isClosing: boolean, name: string | undefined): void {
    if (html === "<") this.#isBroken = true;
    if (name !== undefined) this.#readTag(html, isClosing, name);
    else if (this.#depth > 0) this.#whole += html;
    else if (html.trim() === "") this.#lead.push({ kind: "space", html, name: "" });
    else this.#addWord(html);
  }

  #readTag(html: string, isClosing: boolean, name: string): void {
    const isVoid = VOID.has(name) || html.endsWith("/>");
    if (this.#depth > 0 || (!isClosing && INDIVISIBLE.test(html))) {
      this.#whole += html;
      if (!isVoid) this.#depth += isClosing ? -1 : 1;
      if (this.#depth === 0) this.#addWhole();
    } else if (isVoid) this.#lead.push({ kind: "void", html, name });
    else if (isClosing) this.#close(html, name);
    else this.#open(html, name);
  }

  #addWhole(): void {
    this.#addWord(this.#whole);
    this.#whole = "";
  }

  #addWord(html: string): void {
    const key = this.#numbering.of(`${this.#element?.id ?? 0} ${html}`);
    this.#words.push({ html, lead: this.#lead, element: this.#element, key });
    this.#lead = [];
  }

  #open(tag: string, name: string): void {
    const parent = this.#element;
    // A list whose items are apart has paragraphs, one whose items are close has none: that makes no other words.
    const id = name === "p" ? (parent?.id ?? 0) : this.#numbering.of(`${parent?.id ?? 0} in ${tag}`);
    this.#element = { name, tag, parent, id };
    this.#lead.push({ kind: "open", html: tag, name });
  }

  #close(html: string, name: string): void {
    if (this.#element?.name !== name) this.#isBroken = true;
    this.#element = this.#element?.parent ?? null;
    this.#lead.push({ kind: "close", html, name });
  }

  result(): Words | null {
    if (this.#isBroken || this.#element || this.#depth > 0) return null;
    return { words: this.#words, tail: this.#lead };
  }
}
