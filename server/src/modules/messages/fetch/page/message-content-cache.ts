/** What of a message is the same for all its readers. */
export interface SharedMessageJson {
  /** The row's version: another one has another text. */
  readonly version: number;
  readonly topic: string;
  /** The message as JSON, up to what depends on who reads it, and when. */
  readonly json: Uint8Array;
}

/** Whether the content is HTML, or else Markdown. */
export type ContentFormat = "html" | "markdown";

/** Bytes of memory that a text takes besides its JSON, roughly: its objects, and what the allocator adds to them. */
const ENTRY_OVERHEAD_BYTES = 600;

const DEFAULT_MAX_CACHE_BYTES = 64_000_000;
/** What is left when there are too many, as a share of what there may be. */
const EVICTION_TARGET_SHARE = 0.9;

/** The texts of a moment. */
interface CacheEntries {
  /** By `keyOf`; the least recently used first. */
  readonly byKey: Map<number, SharedMessageJson>;
  bytes: number;
}

/**
 * Texts of messages that were read lately, so that they need not be fetched and serialised again. The rows are asked for their
 * versions each time, so no text is out of date.
 */
export class MessageContentCache {
  readonly #mostBytes: number;
  #shelf: CacheEntries = { byKey: new Map(), bytes: 0 };

  /** `maxBytes`: what all of them may take together. Default: 64 MB. */
  constructor(mostBytes = DEFAULT_MAX_CACHE_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** How much memory they take, roughly. */
  get bytes(): number {
    return this.#shelf.bytes;
  }

  /** Where texts are looked up and put that are read from now on. */
  forFormat(form: ContentFormat): FormatCache {
    const shelf = this.#shelf;
    return {
      get: (id, version) => getEntry(shelf, keyOf(form, id), version),
      put: (id, text) => putEntry(shelf, keyOf(form, id), text, this.#mostBytes),
    };
  }

  /**
   * Forgets all, also what is being read, as after the database may have lost what was committed: a lost version's number is
   * given again.
   */
  readonly clear = (): void => {
    this.#shelf = { byKey: new Map(), bytes: 0 };
  };
}

/** Texts in one form. */
export interface FormatCache {
  /** Undefined where it is not known, or not in this version. */
  get(id: number, version: number): SharedMessageJson | undefined;
  put(id: number, text: SharedMessageJson): void;
}

const keyOf = (form: ContentFormat, id: number): number => 2 * id + (form === "html" ? 1 : 0);

const bytesOf = ({ json }: SharedMessageJson): number => json.byteLength + ENTRY_OVERHEAD_BYTES;

function getEntry({ byKey }: CacheEntries, key: number, version: number): SharedMessageJson | undefined {
  const text = byKey.get(key);
  if (text?.version !== version) return undefined;
  // The newest last.
  byKey.delete(key);
  byKey.set(key, text);
  return text;
}

function putEntry(shelf: CacheEntries, key: number, text: SharedMessageJson, mostBytes: number): void {
  removeEntry(shelf, key);
  shelf.byKey.set(key, text);
  shelf.bytes += bytesOf(text);
  if (shelf.bytes > mostBytes) evictOldest(shelf, EVICTION_TARGET_SHARE * mostBytes);
}

/** Several go at once: to find the oldest, a map looks through all that went before it. */
function evictOldest(shelf: CacheEntries, bytes: number): void {
  for (const oldest of shelf.byKey.keys()) {
    if (shelf.bytes <= bytes) return;
    removeEntry(shelf, oldest);
  }
}

function removeEntry(shelf: CacheEntries, key: number): void {
  const text = shelf.byKey.get(key);
  if (!text) return;
  shelf.byKey.delete(key);
  shelf.bytes -= bytesOf(text);
}
