import { TooManyParameters } from "./errors.ts";
import { MAX_FIELDS, MAX_NAME_LENGTH, MAX_VALUE_LENGTH } from "./limits.ts";

/**
 * The fields of a form or query string. If a name occurs several times, its first value is used. The object has no
 * prototype, so any name is safe.
 */
export type Fields = Readonly<Record<string, string>>;

/** Returns a new, empty set of fields. */
export const createFields = (): Record<string, string> => Object.create(null) as Record<string, string>;

export const emptyFields: Fields = Object.freeze(createFields());

/**
 * Parses text such as `a=1&b=2`, from a query string or a form body. If a name has several values, the first one is
 * used. Invalid UTF-8 becomes replacement characters, as in browsers.
 */
export function parseFields(text: string): Fields {
  if (text === "") return emptyFields;
  return WITHOUT_ESCAPES.test(text) ? parseWithoutEscapes(text) : new FormParser().end(Buffer.from(text));
}

/** Matches text in which each character is one byte and stands for itself. */
const WITHOUT_ESCAPES = /^[!-$&-*,-~]*$/;

/** Parses text without escapes. The text is not copied byte by byte, which matters for requests as frequent as polls. */
function parseWithoutEscapes(text: string): Fields {
  const fields = createFields();
  let pairs = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf("&", start);
    if (end === -1) end = text.length;
    if (start === end) continue;
    if (++pairs > MAX_FIELDS) throw new TooManyParameters();
    const pair = text.slice(start, end);
    const equals = pair.indexOf("=");
    const name = (equals === -1 ? pair : pair.slice(0, equals)).slice(0, MAX_NAME_LENGTH);
    if (!(name in fields)) fields[name] = equals === -1 ? "" : pair.slice(equals + 1);
  }
  return pairs === 0 ? emptyFields : fields;
}

/** The first byte of an escape such as `%2B`. */
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const EQUALS = 0x3d;
const SPACE = 0x20;

const emptyBuffer = Buffer.alloc(0);

/**
 * Number of decoded bytes of a name or value after which further chunks of it are discarded, because such a value
 * exceeds the limit of every parameter anyway.
 */
const MAX_PAIR_BYTES = 3 * (MAX_VALUE_LENGTH + 2);

/** Parses a form while it is being received, so that a large form does not block the event loop for long. */
export class FormParser {
  readonly #fields = createFields();
  #pairs = 0;
  /** Name of the current pair, or undefined while the name is being read. */
  #name: string | undefined;
  /** Decoded chunks of the current name or value from earlier calls of `write`. */
  #part: Buffer[] = [];
  #partLength = 0;
  /** The incomplete escape at the end of the last chunk, such as `%2`. */
  #cut: Buffer = emptyBuffer;

  /** @throws TooManyParameters */
  write(chunk: Buffer): void {
    const bytes = this.#afterCut(chunk);
    const percent = bytes.lastIndexOf(PERCENT);
    const end = percent >= 0 && percent > bytes.length - 3 ? percent : bytes.length;
    this.#cut = bytes.subarray(end);
    this.#read(bytes, end);
  }

  /** @throws TooManyParameters */
  end(last = emptyBuffer): Fields {
    const rest = this.#afterCut(last);
    this.#read(rest, rest.length);
    this.#endPair(emptyBuffer, 0, 0);
    return this.#pairs === 0 ? emptyFields : this.#fields;
  }

  #afterCut(bytes: Buffer): Buffer {
    return this.#cut.length === 0 ? bytes : Buffer.concat([this.#cut, bytes]);
  }

  /** Parses bytes that do not end within an escape. */
  #read(bytes: Buffer, end: number): void {
    const decoded = Buffer.allocUnsafe(end);
    let length = 0;
    let start = 0;
    for (let at = 0; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (byte > EQUALS) decoded[length++] = byte;
      else if (byte === AMPERSAND) {
        this.#endPair(decoded, start, length);
        start = length;
      } else if (byte === EQUALS && this.#name === undefined) {
        this.#name = this.#extractPart(decoded, start, length).slice(0, MAX_NAME_LENGTH);
        start = length;
      } else if (byte === PERCENT && isHex(bytes[at + 1]) && isHex(bytes[at + 2])) {
        decoded[length++] = (hexValue(bytes[at + 1]) << 4) | hexValue(bytes[at + 2]);
        at += 2;
      } else decoded[length++] = byte === PLUS ? SPACE : byte;
    }
    if (length > start && this.#partLength < MAX_PAIR_BYTES) {
      this.#part.push(decoded.subarray(start, length));
      this.#partLength += length - start;
    }
  }

  #extractPart(last: Buffer, start: number, end: number): string {
    if (this.#partLength === 0) return last.toString("utf8", start, end);
    const text = Buffer.concat([...this.#part, last.subarray(start, end)]).toString();
    this.#part = [];
    this.#partLength = 0;
    return text;
  }

  #endPair(last: Buffer, start: number, end: number): void {
    if (this.#name === undefined && this.#partLength === 0 && start === end) return;
    if (++this.#pairs > MAX_FIELDS) throw new TooManyParameters();
    const text = this.#extractPart(last, start, end);
    const name = this.#name ?? text.slice(0, MAX_NAME_LENGTH);
    if (!(name in this.#fields)) this.#fields[name] = this.#name === undefined ? "" : text;
    this.#name = undefined;
  }
}

const isHex = (byte = 0): boolean => (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);

/** Returns the value of a hexadecimal digit. */
const hexValue = (byte = 0): number => (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);
