import type { z } from "zod";
import { storableTextSchema } from "@parlance/kernel/base/storable-values.ts";

const MAX_TEXT = 255;

/** A text that is stored. */
export const storedText: z.ZodString = storableTextSchema().trim().max(MAX_TEXT);

/** A JSON object as a directory sends it. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names of attributes are the same in any case. */
export const getMember = (object: Json, name: string): unknown => {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : object[key];
};

/** What is one value, or a list of them, as a list; nothing for null. */
export const toList = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : [value].flat();

/** A plain value as a text, in lower case: names of kinds are the same in any case, and Entra ID writes truth as a text. */
export const toKeyword = (value: unknown): string =>
  typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? String(value).trim().toLowerCase()
    : "";
