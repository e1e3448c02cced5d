// JavaScript's numbers have 53 bits of precision, and account names on the wire have 64.

/** ES2025 additions to JSON, which are missing in TypeScript's ES2024 library. */
interface LosslessJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

const json = JSON as unknown as LosslessJson;

/**
 * Parses JSON. Numbers that would lose precision retain their text, and `JSON.stringify` writes them back unchanged.
 */
export const parseLosslessJson = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? json.rawJSON(source)
      : value,
  );

/** Returns an integer of any size from its digits. `JSON.stringify` writes it with exactly these digits. */
export const rawJsonNumber = (digits: string): unknown => json.rawJSON(digits);

/** Converts a value to text: texts unchanged, numbers as they were written, and all other values as JSON. */
export function jsonValueText(value: unknown): string {
  if (typeof value === "string") return value;
  return json.isRawJSON(value) ? value.rawJSON : JSON.stringify(value);
}
