import type { z } from "zod";
import { storableTextSchema } from "@parlance/kernel/base/storable-values.ts";

const MAX_TEXT = 255;

/** Schema of a text that can be stored. */
export const storedText: z.ZodString = storableTextSchema().trim().max(MAX_TEXT);

/** A JSON object as a directory sends it. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value of a property, whose name is matched ignoring case: SCIM ignores the case of attribute names. */
export const getMember = (object: Json, name: string): unknown => {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
};

/**
 * Converts a value to a list: a list stays as it is, a single value becomes its only element, and null and undefined
 * become an empty list.
 */
export const toList = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : [value].flat();

/**
 * Converts a primitive value to lower-case text, and any other value to an empty text. Type names are matched ignoring
 * case, and Entra ID sends booleans as text.
 */
export const toKeyword = (value: unknown): string =>
  typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? String(value).trim().toLowerCase()
    : "";
