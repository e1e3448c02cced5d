/** The JSON of the fields of a message that are the same for all readers. */
export interface SharedMessageJson {
  /** Version of the message's row. The content belongs to this version. */
  readonly version: number;
  readonly topic: string;
  /** The start of the message's JSON. The fields that depend on the reader are appended to it. */
  readonly json: Uint8Array;
}

/** Format of the content: HTML or Markdown. */
export type ContentFormat = "html" | "markdown";

/**
 * Approximate memory that an entry uses in addition to its JSON, in bytes: its objects and the allocator's overhead.
 */
const ENTRY_OVERHEAD_BYTES = 600;

const DEFAULT_MAX_CACHE_BYTES = 64_000_000;
/** Share of the memory limit to which the cache is reduced when it is full. */
const EVICTION_TARGET_SHARE = 0.9;

/** The entries of the cache. Clearing the cache replaces this object. */
interface CacheEntries {
  /** Entries by the key from `keyOf`, least recently used first. */
  readonly byKey: Map<number, SharedMessageJson>;
  bytes: number;
}

/**
 * Cache of the contents of recently fetched messages, which saves loading and serializing them again. The versions of
 * the messages' rows are loaded for each page, so outdated content is never used.
 */
export class MessageContentCache {
  readonly #maxBytes: number;
  /** Numbers of requested contents that were cached, and that were not. */
  readonly requests = { hits: 0, misses: 0 };
  #shelf: CacheEntries = { byKey: new Map(), bytes: 0 };

  /** @param maxBytes limit for all entries together, in bytes (default: 64 MB) */
  constructor(maxBytes = DEFAULT_MAX_CACHE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Approximate memory use, in bytes. */
  get bytes(): number {
    return this.#shelf.bytes;
  }

  /**
   * Returns a view of the cache for one format. If the cache is cleared later, the view still refers to the old
   * entries.
   */
  forFormat(form: ContentFormat): FormatCache {
    const shelf = this.#shelf;
    return {
      get: (id, version) => this.#count(getEntry(shelf, keyOf(form, id), version)),
      put: (id, text) => putEntry(shelf, keyOf(form, id), text, this.#maxBytes),
    };
  }

  #count(found: SharedMessageJson | undefined): SharedMessageJson | undefined {
    if (found) this.requests.hits += 1;
    else this.requests.misses += 1;
    return found;
  }

  /**
   * Discards all entries. Contents that are being loaded at this time are not cached either. Needed when the database
   * may have lost committed changes: PostgreSQL may then assign the version of a lost row to another content.
   */
  readonly clear = (): void => {
    this.#shelf = { byKey: new Map(), bytes: 0 };
  };
}

/** A view of the cache for one format. */
export interface FormatCache {
  /** Returns the cached content. Undefined if the message is not cached, or only in another version. */
  get(id: number, version: number): SharedMessageJson | undefined;
  put(id: number, text: SharedMessageJson): void;
}

const keyOf = (form: ContentFormat, id: number): number => 2 * id + (form === "html" ? 1 : 0);

const bytesOf = ({ json }: SharedMessageJson): number => json.byteLength + ENTRY_OVERHEAD_BYTES;

function getEntry({ byKey }: CacheEntries, key: number, version: number): SharedMessageJson | undefined {
  const text = byKey.get(key);
  if (text?.version !== version) return undefined;
  // Moves the entry to the end of the map, which makes it the most recently used.
  byKey.delete(key);
  byKey.set(key, text);
  return text;
}

function putEntry(shelf: CacheEntries, key: number, text: SharedMessageJson, maxBytes: number): void {
  removeEntry(shelf, key);
  shelf.byKey.set(key, text);
  shelf.bytes += bytesOf(text);
  if (shelf.bytes > maxBytes) evictOldest(shelf, EVICTION_TARGET_SHARE * maxBytes);
}

/**
 * Evicts the least recently used entries until the entries use at most `bytes`. Many entries are evicted at a time,
 * because finding the first entry of a map requires a scan over the entries deleted before it.
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
