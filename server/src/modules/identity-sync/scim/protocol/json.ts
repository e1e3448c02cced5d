import type { z } from "zod";
import { storableTextSchema } from "@parlance/kernel/base/storable-values.ts";

const MAX_TEXT = 255;

/** Schema of a text that can be stored. */
export const storedText: z.ZodString = storableTextSchema().trim().max(MAX_TEXT);

/** A JSON object as a directory sends it. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a member by its name, ignoring case, as for names of attributes. */
export const getMember = (object: Json, name: string): unknown => {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
};

/** Converts a single value or a list to a list; null and undefined to an empty one. */
export const toList = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : [value].flat();

/**
 * Converts a primitive value to lower-case text: the names of types ignore case, and Entra ID sends booleans as text.
 */
export const toKeyword = (value: unknown): string =>
  typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? String(value).trim().toLowerCase()
    : "";
