/** An email is beyond a limit, or is not one. The message says why, to its sender. */
export class UnreadableEmail extends Error {
  override readonly name = "UnreadableEmail";
}

/** Headers of an email and of all its parts together, in bytes. */
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HEADER_LINES = 5000;
const MAX_PARTS = 500;
/** Parts within each other. */
const MAX_NESTING_DEPTH = 32;
/** Lines that may separate parts, each of which takes time. */
const MAX_DELIMITERS = 50_000;

/** What one email may still cost. */
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
