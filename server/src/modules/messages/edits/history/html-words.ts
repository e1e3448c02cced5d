import type { PausableTask } from "@parlance/kernel/base/time-slicing.ts";

/** An element that contains words. */
export interface Element {
  readonly name: string;
  /** The opening tag. */
  readonly tag: string;
  readonly parent: Element | null;
  /** Elements with the same tag and the same ancestors have the same id. */
  readonly id: number;
}

/** A tag or whitespace between two words. */
export interface Piece {
  readonly kind: "open" | "close" | "void" | "space";
  readonly html: string;
  /** The tag's name. Empty for whitespace. */
  readonly name: string;
}

/** A word, or an element that is compared as a whole: a picture, a mention or a formula. */
export interface Word {
  readonly html: string;
  /** The tags and whitespace between the previous word and this one. */
  readonly lead: readonly Piece[];
  readonly element: Element | null;
  /** Words with the same text and the same surrounding elements have the same key. */
  readonly key: number;
}

export interface Words {
  readonly words: readonly Word[];
  /** The tags and whitespace after the last word. */
  readonly tail: readonly Piece[];
}

const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr"]);
/** Inline elements. All other elements start and end a line. */
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

/**
 * Assigns a number to each distinct text. The two texts of a diff share one instance, so that their words can be
 * compared by number.
 */
export class Numbering {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

/** Splits HTML into words, with the tags and whitespace between them. Returns null if the HTML is not well-formed. */
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
  /**
   * The HTML read so far of an element that is compared as a whole, and the current nesting depth inside the element.
   * The depth is 0 outside such an element.
   */
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
    // Paragraphs do not affect the ids. The items of a loose list contain paragraphs and those of a tight list do not;
    // without this exception, all words would differ when a list changes from one kind to the other.
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
