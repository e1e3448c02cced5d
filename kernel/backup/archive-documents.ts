/** Maximum size of the first document of an archive (the list of tables and migrations), in bytes. */
export const MAX_MANIFEST_BYTES = 2 ** 20;

/** Maximum nesting depth of arrays and objects in the documents of an archive. */
const MAX_DEPTH = 16;

/**
 * Minimum number of bytes that a file occupies in the closing document (the list of all files), in addition to the
 * file's name: numbers, a checksum and punctuation.
 */
const MIN_BYTES_PER_LISTED_FILE = 100;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Parses a document of an archive from an untrusted source. The nesting depth is limited, because deeply nested text
 * would need gigabytes of memory, a few hundred times its own size.
 * @throws SyntaxError if the text is not JSON, or nests deeper than any real document
 */
export function parseArchiveDocument(text: string): unknown {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) at += code === BACKSLASH ? 1 : 0;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > MAX_DEPTH) throw new SyntaxError(`it nests deeper than ${MAX_DEPTH} levels`);
  }
  return JSON.parse(text);
}

/** Counts an archive's files, in order to reject an archive with more files than its closing document could list. */
export class ListedFileCounter {
  readonly #maxBytes: number;
  #bytes = 0;

  /** `maxBytes`: maximum size of the closing document. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds a file. Returns false if the closing document could not list that many files. */
  add(name: string): boolean {
    this.#bytes += name.length + MIN_BYTES_PER_LISTED_FILE;
    return this.#bytes <= this.#maxBytes;
  }
}
