// JavaScript's numbers hold 53 bits, and names of accounts on the wire have 64.

/** What ES2025 adds to JSON, which TypeScript's library of ES2024 does not know. */
interface LosslessJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

const json = JSON as unknown as LosslessJson;

/** Reads JSON; numbers that would become others stay as they are written. `JSON.stringify` writes them back the same. */
export const parseLosslessJson = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? json.rawJSON(source)
      : value,
  );

/** A whole number as its digits say, however large: `JSON.stringify` writes it as they are. */
export const rawJsonNumber = (digits: string): unknown => json.rawJSON(digits);

/** A value as text: texts as they are, numbers as they were written, and all else as JSON. */
export function jsonValueText(value: unknown): string {
  if (typeof value === "string") return value;
  return json.isRawJSON(value) ? value.rawJSON : JSON.stringify(value);
}
