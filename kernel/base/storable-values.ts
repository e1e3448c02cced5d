// Values that PostgreSQL's columns can store. All external data is checked with these functions before it reaches a
// statement: parameters, directories over SCIM, identity providers, imported files, and the servers that use the relay.
import { z } from "zod";

/** Largest value of a column of type `integer`. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** An id that no row has: it would be the last of its sequence. */
const UNASSIGNED_ID = MAX_INTEGER;

/** True if a row can have this id in a column of type `integer`. */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id >= 0 && id <= MAX_INTEGER;

/** Returns an id that is safe in a query: one that is too large for the column is replaced by one that no row has. */
export const toRowId = (id: number): number => Math.min(id, UNASSIGNED_ID);

/** Parses the decimal digits of an id. Returns undefined for any value that no row can have as its id. */
export function parseRowId(digits: unknown): number | undefined {
  if (typeof digits !== "string" || !/^\d{1,10}$/.test(digits)) return undefined;
  const id = Number(digits);
  return isRowId(id) ? id : undefined;
}

/** Characters that PostgreSQL rejects in a text, and in the texts of JSON. */
export type UnstorableCharacters = "null bytes" | "unpaired surrogates";

/** Returns the kind of characters because of which a text cannot be stored, or undefined if it can be stored. */
export function findUnstorableCharacters(text: string): UnstorableCharacters | undefined {
  if (text.includes("\0")) return "null bytes";
  return text.isWellFormed() ? undefined : "unpaired surrogates";
}

/** Does the same for all texts and keys of a JSON value. */
export function findUnstorableInJson(value: unknown): UnstorableCharacters | undefined {
  if (typeof value === "string") return findUnstorableCharacters(value);
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorableCharacters(key) ?? findUnstorableInJson(inner);
    if (found) return found;
  }
  return undefined;
}

/** True if the value is a text that can be stored. */
export const isStorableText = (value: unknown): value is string =>
  typeof value === "string" && findUnstorableCharacters(value) === undefined;

/** Schema of a text that can be stored. */
export const storableTextSchema = (): z.ZodString =>
  z.string().refine(isStorableText, { error: ({ input }) => `it contains ${findUnstorableCharacters(String(input))}` });
