// JavaScript numbers have 53 bits of precision, but integers on the wire, such as account names, can have 64.

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
 * Parses JSON. A number that is too large for an exact integer is stored as its text, and `JSON.stringify` writes it
 * back unchanged.
 */
export const parseLosslessJson = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? json.rawJSON(source)
      : value,
  );

/** Returns an integer of any size from its digits. `JSON.stringify` writes it with exactly these digits. */
export const rawJsonNumber = (digits: string): unknown => json.rawJSON(digits);

/**
 * Converts a JSON value to text: strings unchanged, numbers stored as text as they were written, and other values as
 * JSON.
 */
export function jsonValueText(value: unknown): string {
  if (typeof value === "string") return value;
  return json.isRawJSON(value) ? value.rawJSON : JSON.stringify(value);
}
