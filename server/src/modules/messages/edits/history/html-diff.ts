import type { PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { htmlWords, isBlock, Numbering, type Element, type Piece, type Word, type Words } from "./html-words.ts";
import { sequenceDiff } from "./sequence-diff.ts";

const INSERTED = '<span class="highlight_text_inserted">';
const DELETED = '<span class="highlight_text_deleted">';
const END = "</span>";

/** Elements that hold others only: no text, and so nothing that marks text, may stand in them. */
const STRUCTURAL = new Set(["ol", "ul", "table", "thead", "tbody", "tfoot", "tr"]);
/** What deleted words keep of what was around them: what only makes them look otherwise. */
const FORMATTING_ELEMENTS = new Set(["strong", "em", "del", "code", "span"]);

/**
 * HTML that shows, word by word, how other HTML was changed: the new one, in which `highlight_text_inserted` marks new
 * words, and `highlight_text_deleted` marks the words that went. It is well-formed where both are; else it is the new one
 * as it stands. The time is bounded; where more than `most` words differ, they are marked as a whole.
 */
export function* htmlDiff(before: string, after: string, most = Infinity): PausableTask<string> {
  const numbering = new Numbering();
  const old = yield* htmlWords(before, numbering);
  const now = yield* htmlWords(after, numbering);
  return `<div>${old && now ? yield* writeDiff(old, now, most) : after}</div>`;
}

const keys = ({ words }: Words) => words.map(({ key }) => key);

function* writeDiff(old: Words, now: Words, most: number): PausableTask<string> {
  const writer = new DiffWriter();
  let next = 0;
  for (const { before, after } of sequenceDiff(keys(old), keys(now), most)) {
    for (const word of now.words.slice(next, after[0])) writer.keepWord(word);
    if (before[1] > before[0]) writer.remove(removalOf(old, before, after[1] > after[0]));
    for (const word of now.words.slice(after[0], after[1])) writer.insert(word);
    next = after[1];
    yield;
  }
  for (const word of now.words.slice(next)) writer.keepWord(word);
  return writer.finish(now.tail);
}

/** What stands before a word, or behind the last. */
const leadAt = ({ words, tail }: Words, position: number): readonly Piece[] => words[position]?.lead ?? tail;

/** Words that are gone, and how they stood among the others. */
interface Removal {
  readonly words: readonly Word[];
  readonly separator: string;
  readonly beginsLine: boolean;
  /** And nothing replaced them: then it is a line of its own that is gone. */
  readonly endsLine: boolean;
  /** How many elements within the line end before them. */
  readonly ends: number;
}

function removalOf(old: Words, [from, to]: readonly [number, number], isReplaced: boolean): Removal {
  const [first, next] = [leadAt(old, from), leadAt(old, to)];
  return {
    words: old.words.slice(from, to),
    separator: separatorOf(first),
    beginsLine: first.some(isBlock),
    endsLine: !isReplaced && next.some(isBlock),
    ends: first.filter(endsInline).length,
  };
}

const endsInline = (piece: Piece): boolean => piece.kind === "close" && !isBlock(piece);

/** What parts a deleted word from the one before it. */
function separatorOf(lead: readonly Piece[]): string {
  if (lead.some((piece) => isBlock(piece) || piece.name === "br")) return "<br>";
  return lead.map(({ kind, html }) => (kind === "space" ? html : "")).join("");
}

class DiffWriter {
  readonly #out: string[] = [];
  /** The elements that are open, outermost first. */
  readonly #open: Piece[] = [];
  #isMarking = false;
  /** Gone words that were not written yet. */
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

  /** Puts the tail behind all words, and before it what is still to be written. */
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
        this.#writeRemoval(removal, beginsLine(removal, lead) ? "" : removal.separator);
      if (piece.kind === "open") this.#open.push(piece);
      if (piece.kind === "close") this.#open.pop();
      this.#out.push(piece.html);
    }
    if (!removal || position !== lead.length) return;
    if (beginsLine(removal, lead)) this.#writeRemoval(removal, "", removal.endsLine ? afterLine : " ");
    else this.#writeRemoval(removal, removal.separator);
  }

  /**
   * Before which piece gone words belong: whole lines between those that are left, words from the beginning of a line at
   * the beginning of the next, others behind the word that they stood behind.
   */
  #positionIn(lead: readonly Piece[], removal: Removal): number {
    const position = lead.findIndex((piece, index) => {
      if (!beginsLine(removal, lead)) return index >= removal.ends || !endsInline(piece);
      return removal.endsLine && piece.kind === "open" && isBlock(piece) && this.#takesText(lead.slice(0, index));
    });
    return position === -1 ? lead.length : position;
  }

  /** Whether text may stand behind these pieces. */
  #takesText(pieces: readonly Piece[]): boolean {
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

/** Whether the first of gone words began a line, and so does the next word. */
const beginsLine = (removal: Removal, lead: readonly Piece[]): boolean => removal.beginsLine && lead.some(isBlock);

const opening = (elements: readonly Element[]): string => elements.map(({ tag }) => tag).join("");
const closing = (elements: readonly Element[]): string =>
  elements
    .map(({ name }) => `</${name}>`)
    .reverse()
    .join("");

/** Outermost first. */
function formattingOf({ element }: Word, open: ReadonlySet<string>): Element[] {
  const looks: Element[] = [];
  for (let around = element; around; around = around.parent) {
    if (FORMATTING_ELEMENTS.has(around.name) && !open.has(around.tag)) looks.unshift(around);
  }
  return looks;
}
