// Checks whether values can be stored in PostgreSQL. All external data must be checked with these functions before it
// is used in a statement: parameters, directories over SCIM, identity providers, imported files, and requests of
// servers that use the relay.
import { z } from "zod";

/** Largest value of a column of type `integer`. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** An id that no row has, because it is the last one of its sequence. */
const UNASSIGNED_ID = MAX_INTEGER;

/** True if a row can have this id in a column of type `integer`. */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id >= 0 && id <= MAX_INTEGER;

/**
 * Returns an id that is safe in a query: an id that is too large for the column is replaced with an id that no row has.
 */
export const toRowId = (id: number): number => Math.min(id, UNASSIGNED_ID);

/** Parses an id of decimal digits. Returns undefined for any value that cannot be the id of a row. */
export function parseRowId(digits: unknown): number | undefined {
  if (typeof digits !== "string" || !/^\d{1,10}$/.test(digits)) return undefined;
  const id = Number(digits);
  return isRowId(id) ? id : undefined;
}

/** Kinds of characters that PostgreSQL rejects in texts, and in the texts within JSON. */
export type UnstorableCharacters = "null bytes" | "unpaired surrogates";

/** Returns the kind of characters because of which a text cannot be stored, or undefined if it can be stored. */
export function findUnstorableCharacters(text: string): UnstorableCharacters | undefined {
  if (text.includes("\0")) return "null bytes";
  return text.isWellFormed() ? undefined : "unpaired surrogates";
}

/**
 * Returns the kind of characters because of which a JSON value cannot be stored, in any of its texts and keys, or
 * undefined if it can be stored.
 */
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
