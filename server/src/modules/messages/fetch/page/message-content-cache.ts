/** What of a message is the same for all its readers. */
export interface MessageText {
  /** The row's version: another one has another text. */
  readonly version: number;
  readonly topic: string;
  /** The message as JSON, up to what depends on who reads it, and when. */
  readonly json: Uint8Array;
}

/** Whether the content is HTML, or else Markdown. */
export type TextForm = "html" | "markdown";

/** Bytes of memory that a text takes besides its JSON, roughly: its objects, and what the allocator adds to them. */
const BYTES_BESIDE = 600;

const MOST_BYTES = 64_000_000;
/** What is left when there are too many, as a share of what there may be. */
const ROOM = 0.9;

/** The texts of a moment. */
interface Shelf {
  /** By `keyOf`; the least recently used first. */
  readonly texts: Map<number, MessageText>;
  bytes: number;
}

/**
 * Texts of messages that were read lately, so that they need not be fetched and serialised again. The rows are asked for their
 * versions each time, so no text is out of date.
 */
export class KeptTexts {
  readonly #mostBytes: number;
  #shelf: Shelf = { texts: new Map(), bytes: 0 };

  /** `mostBytes`: what all of them may take together. Default: 64 MB. */
  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** How much memory they take, roughly. */
  get bytes(): number {
    return this.#shelf.bytes;
  }

  /** Where texts are looked up and put that are read from now on. */
  open(form: TextForm): OpenTexts {
    const shelf = this.#shelf;
    return {
      get: (id, version) => find(shelf, keyOf(form, id), version),
      put: (id, text) => put(shelf, keyOf(form, id), text, this.#mostBytes),
    };
  }

  /**
   * Forgets all, also what is being read, as after the database may have lost what was committed: a lost version's number is
   * given again.
   */
  readonly forgetAll = (): void => {
    this.#shelf = { texts: new Map(), bytes: 0 };
  };
}

/** Texts in one form. */
export interface OpenTexts {
  /** Undefined where it is not known, or not in this version. */
  get(id: number, version: number): MessageText | undefined;
  put(id: number, text: MessageText): void;
}

const keyOf = (form: TextForm, id: number): number => 2 * id + (form === "html" ? 1 : 0);

const bytesOf = ({ json }: MessageText): number => json.byteLength + BYTES_BESIDE;

function find({ texts }: Shelf, key: number, version: number): MessageText | undefined {
  const text = texts.get(key);
  if (text?.version !== version) return undefined;
  // The newest last.
  texts.delete(key);
  texts.set(key, text);
  return text;
}

function put(shelf: Shelf, key: number, text: MessageText, mostBytes: number): void {
  take(shelf, key);
  shelf.texts.set(key, text);
  shelf.bytes += bytesOf(text);
  if (shelf.bytes > mostBytes) makeRoom(shelf, ROOM * mostBytes);
}

/** Several go at once: to find the oldest, a map looks through all that went before it. */
function makeRoom(shelf: Shelf, bytes: number): void {
  for (const oldest of shelf.texts.keys()) {
    if (shelf.bytes <= bytes) return;
    take(shelf, oldest);
  }
}

function take(shelf: Shelf, key: number): void {
  const text = shelf.texts.get(key);
  if (!text) return;
  shelf.texts.delete(key);
  shelf.bytes -= bytesOf(text);
}
