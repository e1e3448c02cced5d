import { MAX_JSON_DEPTH, MAX_JSON_MEMBERS, MAX_JSON_VALUES } from "./limits.ts";

/**
 * Texts up to this length are not measured, because they are too short to be nested too deeply or to contain many
 * values.
 */
const SHORT_TEXT_CHARACTERS = 2 * MAX_JSON_DEPTH;

/**
 * The number of JSON values that all parameters of a request may contain together. Limited because each value has to be
 * validated.
 */
export class JsonBudget {
  #values = MAX_JSON_VALUES;
  #members = MAX_JSON_MEMBERS;

  /** Subtracts the values in a JSON text from the budget. Returns false if the budget is exceeded. */
  spend(text: string): boolean {
    if (text.length <= SHORT_TEXT_CHARACTERS) return true;
    const { values, members } = measureJson(text);
    this.#values -= values;
    this.#members -= members;
    return this.#values >= 0 && this.#members >= 0;
  }
}

/**
 * Parses JSON.
 * @throws SyntaxError if the text is not valid JSON, or is nested too deeply
 */
export function parseJson(text: string): unknown {
  if (text.length > SHORT_TEXT_CHARACTERS && measureJson(text).depth > MAX_JSON_DEPTH)
    throw new SyntaxError("Nested too deeply");
  return JSON.parse(text);
}

/**
 * Returns false if the JSON certainly contains no null bytes and no unpaired surrogates, which cannot be stored. They
 * can only result from escapes.
 */
export const mayContainUnstorable = (text: string): boolean => /\\u(?:0000|d)/i.test(text);

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

interface JsonSize {
  readonly depth: number;
  /** Number of values, or slightly more. The names of members do not count. */
  readonly values: number;
  readonly members: number;
}

/** Returns the size of a JSON text without parsing it. */
function measureJson(text: string): JsonSize {
  let [depth, deepest, values, members] = [0, 0, 1, 0];
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === COMMA) values += 1;
    else if (code === COLON) members += 1;
    // Matches brackets and braces: the codes of [ and ] differ from those of { and } only in this bit.
    else if ((code | 0x20) === 0x7b) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return { depth: deepest, values, members };
}
