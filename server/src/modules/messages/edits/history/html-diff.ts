import type { PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { htmlWords, isBlock, Numbering, type Element, type Piece, type Word, type Words } from "./html-words.ts";
import { sequenceDiff } from "./sequence-diff.ts";

const INSERTED = '<span class="highlight_text_inserted">';
const DELETED = '<span class="highlight_text_deleted">';
const END = "</span>";

/**
 * Elements that may only contain other elements. No text, and therefore no highlighted word, may be placed directly in
 * them.
 */
const STRUCTURAL = new Set(["ol", "ul", "table", "thead", "tbody", "tfoot", "tr"]);
/** Elements that only affect the appearance of words. They are repeated around deleted words. */
const FORMATTING_ELEMENTS = new Set(["strong", "em", "del", "code", "span"]);

/**
 * Compares HTML word by word. Returns the new HTML in a `div`, with `highlight_text_inserted` around new words and
 * `highlight_text_deleted` around removed words. If either input is not well-formed, nothing is highlighted. To limit
 * the run time, the words are not compared one by one if more than `limit` of them, or `MAX_EDIT_DISTANCE`, differ: then
 * everything between the common start and end is highlighted.
 */
export function* htmlDiff(before: string, after: string, limit = Infinity): PausableTask<string> {
  const numbering = new Numbering();
  const old = yield* htmlWords(before, numbering);
  const now = yield* htmlWords(after, numbering);
  return `<div>${old && now ? yield* writeDiff(old, now, limit) : after}</div>`;
}

const keys = ({ words }: Words) => words.map(({ key }) => key);

function* writeDiff(old: Words, now: Words, limit: number): PausableTask<string> {
  const writer = new DiffWriter();
  let next = 0;
  for (const { before, after } of sequenceDiff(keys(old), keys(now), limit)) {
    for (const word of now.words.slice(next, after[0])) writer.keepWord(word);
    if (before[1] > before[0]) writer.remove(removalOf(old, before, after[1] > after[0]));
    for (const word of now.words.slice(after[0], after[1])) writer.insert(word);
    next = after[1];
    yield;
  }
  for (const word of now.words.slice(next)) writer.keepWord(word);
  return writer.finish(now.tail);
}

/** Returns the tags and whitespace before the word at this position, or after the last word. */
const leadAt = ({ words, tail }: Words, position: number): readonly Piece[] => words[position]?.lead ?? tail;

/** Consecutive deleted words, with what surrounded them in the old HTML. */
interface Removal {
  readonly words: readonly Word[];
  readonly separator: string;
  readonly startsLine: boolean;
  /**
   * True if a line ended after the deleted words, and no words replace them. If `startsLine` is true as well, whole
   * lines were deleted.
   */
  readonly endsLine: boolean;
  /** Number of inline elements that end directly before the deleted words. */
  readonly ends: number;
}

function removalOf(old: Words, [from, to]: readonly [number, number], isReplaced: boolean): Removal {
  const [first, next] = [leadAt(old, from), leadAt(old, to)];
  return {
    words: old.words.slice(from, to),
    separator: separatorOf(first),
    startsLine: first.some(isBlock),
    endsLine: !isReplaced && next.some(isBlock),
    ends: first.filter(endsInline).length,
  };
}

const endsInline = (piece: Piece): boolean => piece.kind === "close" && !isBlock(piece);

/** Returns the whitespace or line break between a deleted word and the word before it. */
function separatorOf(lead: readonly Piece[]): string {
  if (lead.some((piece) => isBlock(piece) || piece.name === "br")) return "<br>";
  return lead.map(({ kind, html }) => (kind === "space" ? html : "")).join("");
}

class DiffWriter {
  readonly #out: string[] = [];
  /** The open elements, outermost first. */
  readonly #open: Piece[] = [];
  #isMarking = false;
  /** Deleted words that have not been written yet. They are written together with the tags before the next word. */
  #waiting: Removal | null = null;

  keepWord(word: Word): void {
    this.#stopMarking();
    this.#writeLead(word.lead);
    this.#out.push(word.html);
  }

  insert(word: Word): void {
    if (!this.#isMarking || this.#waiting || word.lead.some(({ kind }) => kind !== "space")) {
      this.#stopMarking();
      this.#writeLead(word.lead);
      this.#out.push(INSERTED);
      this.#isMarking = true;
    } else this.#out.push(...word.lead.map(({ html }) => html));
    this.#out.push(word.html);
  }

  remove(removal: Removal): void {
    this.#stopMarking();
    this.#waiting = removal;
  }

  /**
   * Writes the tags and whitespace after the last word, with any deleted words that have not been written yet. Returns
   * the complete diff.
   */
  finish(tail: readonly Piece[]): string {
    this.#stopMarking();
    this.#writeLead(tail, "");
    return this.#out.join("");
  }

  #stopMarking(): void {
    if (this.#isMarking) this.#out.push(END);
    this.#isMarking = false;
  }

  #writeLead(lead: readonly Piece[], afterLine = "<br>"): void {
    const removal = this.#waiting;
    this.#waiting = null;
    const position = removal && this.#positionIn(lead, removal);
    for (const [index, piece] of lead.entries()) {
      if (removal && index === position)
        this.#writeRemoval(removal, startsLine(removal, lead) ? "" : removal.separator);
      if (piece.kind === "open") this.#open.push(piece);
      if (piece.kind === "close") this.#open.pop();
      this.#out.push(piece.html);
    }
    if (!removal || position !== lead.length) return;
    if (startsLine(removal, lead)) this.#writeRemoval(removal, "", removal.endsLine ? afterLine : " ");
    else this.#writeRemoval(removal, removal.separator);
  }

  /**
   * Returns the index of the tag or space in `lead` before which the deleted words are written. Whole deleted lines are
   * placed between the remaining lines. Words deleted from the start of a line are placed at the start of the line that
   * remains. Other deleted words are placed directly after the word that they followed.
   */
  #positionIn(lead: readonly Piece[], removal: Removal): number {
    const position = lead.findIndex((piece, index) => {
      if (!startsLine(removal, lead)) return index >= removal.ends || !endsInline(piece);
      return removal.endsLine && piece.kind === "open" && isBlock(piece) && this.#acceptsText(lead.slice(0, index));
    });
    return position === -1 ? lead.length : position;
  }

  /** True if HTML allows text after these tags. */
  #acceptsText(pieces: readonly Piece[]): boolean {
    const open = [...this.#open];
    for (const piece of pieces) {
      if (piece.kind === "open") open.push(piece);
      if (piece.kind === "close") open.pop();
    }
    return !STRUCTURAL.has(open.at(-1)?.name ?? "div");
  }

  #writeRemoval({ words }: Removal, before: string, behind = ""): void {
    const open = new Set(this.#open.map(({ html }) => html));
    let html = before;
    let looks: readonly Element[] = [];
    for (const [position, word] of words.entries()) {
      const own = formattingOf(word, open);
      const isSame = own.length === looks.length && own.at(-1)?.id === looks.at(-1)?.id;
      if (!isSame) html += closing(looks);
      if (position > 0) html += separatorOf(word.lead);
      if (!isSame) html += opening(own);
      html += word.html;
      looks = own;
    }
    this.#out.push(DELETED, html, closing(looks), behind, END);
  }
}

/**
 * True if the deleted words were at the start of a line, and the next remaining word is at the start of a line as well.
 */
const startsLine = (removal: Removal, lead: readonly Piece[]): boolean => removal.startsLine && lead.some(isBlock);

const opening = (elements: readonly Element[]): string => elements.map(({ tag }) => tag).join("");
const closing = (elements: readonly Element[]): string =>
  elements
    .map(({ name }) => `</${name}>`)
    .reverse()
    .join("");

/** Returns the formatting elements around a word whose tags are not open yet, outermost first. */
function formattingOf({ element }: Word, open: ReadonlySet<string>): Element[] {
  const looks: Element[] = [];
  for (let around = element; around; around = around.parent) {
    if (FORMATTING_ELEMENTS.has(around.name) && !open.has(around.tag)) looks.unshift(around);
  }
  return looks;
}
