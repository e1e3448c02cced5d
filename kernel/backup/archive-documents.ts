/** The longest first document of an archive, in bytes: it names tables and migrations. */
export const MAX_MANIFEST_BYTES = 2 ** 20;

/** Deepest nesting of lists and objects in the documents of an archive. */
const MAX_DEPTH = 16;

/** What the list of an archive's files has for each beside its name: numbers, a checksum and punctuation. */
const MIN_BYTES_PER_LISTED_FILE = 100;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Parses a document of an archive from an untrusted source. Text that nests without end would take gigabytes, a few hundred times
 * what it has in bytes.
 * @throws SyntaxError where it is not JSON, or nests deeper than any such document
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

/** Counts the files of an archive: there are no more than the document at its end can list. */
export class ListedFileCounter {
  readonly #maxBytes: number;
  #bytes = 0;

  /** `maxBytes`: of the document. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns false if it cannot be listed any more. */
  add(name: string): boolean {
    this.#bytes += name.length + MIN_BYTES_PER_LISTED_FILE;
    return this.#bytes <= this.#maxBytes;
  }
}
