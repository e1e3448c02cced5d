/** Thrown if an email exceeds a limit or is malformed. The message is the reason, for its sender. */
export class UnreadableEmail extends Error {
  override readonly name = "UnreadableEmail";
}

/** Maximum size of the headers of an email and all its parts together, in bytes. */
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HEADER_LINES = 5000;
const MAX_PARTS = 500;
/** Maximum nesting depth of parts. */
const MAX_NESTING_DEPTH = 32;
/** Maximum number of lines that may separate parts, each of which takes time. */
const MAX_DELIMITERS = 50_000;

/** Remaining resources for parsing one email. */
export class MimeBudget {
  #headerBytes = MAX_HEADER_BYTES;
  #headerLines = MAX_HEADER_LINES;
  #parts = MAX_PARTS;
  #delimiters = MAX_DELIMITERS;

  addHeaderLine(bytes: number): void {
    this.#headerBytes -= bytes;
    this.#headerLines -= 1;
    if (this.#headerBytes < 0 || this.#headerLines < 0) throw new UnreadableEmail("the email has too many headers");
  }

  addPart(depth: number): void {
    this.#parts -= 1;
    if (this.#parts < 0) throw new UnreadableEmail(`the email has more than ${MAX_PARTS} parts`);
    if (depth > MAX_NESTING_DEPTH) throw new UnreadableEmail("the parts of the email are nested too deeply");
  }

  addDelimiter(): void {
    this.#delimiters -= 1;
    if (this.#delimiters < 0) throw new UnreadableEmail(`the email has more than ${MAX_PARTS} parts`);
  }
}
