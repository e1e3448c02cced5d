import { unescape } from "node:querystring";
import { TooManyParameters } from "./errors.ts";
import { MAX_FIELDS } from "./limits.ts";

/** The first value of each name of a form or query string. It has no prototype, so that any name is safe. */
export type Fields = Readonly<Record<string, string>>;

/** A new, empty set of fields. */
export const newFields = (): Record<string, string> => Object.create(null) as Record<string, string>;

export const noFields: Fields = Object.freeze(newFields());

/**
 * Reads `a=1&b=2`, of a query string or of a form body. Of a name's values the first counts. What is no valid UTF-8
 * becomes replacement characters, as browsers do it.
 */
export function parseFields(text: string): Fields {
  if (text === "") return noFields;
  const fields = newFields();
  let pairs = 0;
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf("&", start);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > start) {
      if (++pairs > MAX_FIELDS) throw new TooManyParameters();
      addPair(fields, text.slice(start, end));
    }
    start = end + 1;
  }
  return fields;
}

function addPair(fields: Record<string, string>, pair: string): void {
  const equals = pair.indexOf("=");
  const name = decode(equals === -1 ? pair : pair.slice(0, equals));
  if (!(name in fields)) fields[name] = equals === -1 ? "" : decode(pair.slice(equals + 1));
}

function decode(part: string): string {
  const text = part.includes("+") ? part.replaceAll("+", " ") : part;
  return text.includes("%") ? unescape(text) : text;
}
