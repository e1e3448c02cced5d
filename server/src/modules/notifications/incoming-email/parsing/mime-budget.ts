/** Thrown if an email is malformed or exceeds a limit. The message gives the reason to the sender of the email. */
export class UnreadableEmail extends Error {
  override readonly name = "UnreadableEmail";
}

/** Maximum total size of the headers of an email and its parts, in bytes. */
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HEADER_LINES = 5000;
const MAX_PARTS = 500;
/** Maximum nesting depth of parts. */
const MAX_NESTING_DEPTH = 32;
/** Maximum number of delimiter lines between parts, because each takes time to process. */
const MAX_DELIMITERS = 50_000;

/** Counts down the resources that may be used for parsing one email. */
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
