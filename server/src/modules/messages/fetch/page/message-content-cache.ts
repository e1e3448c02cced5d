/** The fields of a message that are the same for all readers. */
export interface SharedMessageJson {
  /** Version of the row. Another version has other content. */
  readonly version: number;
  readonly topic: string;
  /** The start of the message as JSON, before the fields that depend on the reader and the time. */
  readonly json: Uint8Array;
}

/** Format of the content: HTML or Markdown. */
export type ContentFormat = "html" | "markdown";

/** Approximate memory that an entry uses besides its JSON, in bytes: its objects, and the allocator's overhead. */
const ENTRY_OVERHEAD_BYTES = 600;

const DEFAULT_MAX_CACHE_BYTES = 64_000_000;
/** Share of the limit that is left after entries are evicted. */
const EVICTION_TARGET_SHARE = 0.9;

/** The cache's entries since it was last cleared. */
interface CacheEntries {
  /** By `keyOf`, least recently used first. */
  readonly byKey: Map<number, SharedMessageJson>;
  bytes: number;
}

/**
 * Cache of the contents of recently read messages, which saves loading and serializing them again. The versions of the
 * rows are loaded each time, so an outdated content is never used.
 */
export class MessageContentCache {
  readonly #mostBytes: number;
  #shelf: CacheEntries = { byKey: new Map(), bytes: 0 };

  /** `maxBytes`: the limit for all entries together. Default: 64 MB. */
  constructor(mostBytes = DEFAULT_MAX_CACHE_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Approximate memory use, in bytes. */
  get bytes(): number {
    return this.#shelf.bytes;
  }

  /**
   * A view of the cache for one format. It remains attached to the current entries, even if the cache is cleared later.
   */
  forFormat(form: ContentFormat): FormatCache {
    const shelf = this.#shelf;
    return {
      get: (id, version) => getEntry(shelf, keyOf(form, id), version),
      put: (id, text) => putEntry(shelf, keyOf(form, id), text, this.#mostBytes),
    };
  }

  /**
   * Discards all entries, including contents that are being loaded. Needed when the database may have lost committed
   * changes, because it assigns the version of a lost row again.
   */
  readonly clear = (): void => {
    this.#shelf = { byKey: new Map(), bytes: 0 };
  };
}

/** The contents in one format. */
export interface FormatCache {
  /** Returns undefined if the content, or this version of it, is not cached. */
  get(id: number, version: number): SharedMessageJson | undefined;
  put(id: number, text: SharedMessageJson): void;
}

const keyOf = (form: ContentFormat, id: number): number => 2 * id + (form === "html" ? 1 : 0);

const bytesOf = ({ json }: SharedMessageJson): number => json.byteLength + ENTRY_OVERHEAD_BYTES;

function getEntry({ byKey }: CacheEntries, key: number, version: number): SharedMessageJson | undefined {
  const text = byKey.get(key);
  if (text?.version !== version) return undefined;
  // Moves the entry to the end, as the most recently used.
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

/**
 * Evicts several entries at a time, because finding the first entry of a map scans all entries that were deleted before
 * it.
 */
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
