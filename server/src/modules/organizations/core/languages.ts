const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const MAX_LENGTH = 35;

/**
 * Returns the English name of the language with a code in any of the formats that clients use (`en`, `pt-br`,
 * `zh_Hans`); null if there is none.
 */
export function languageName(code: string): string | null {
  if (code.length > MAX_LENGTH) return null;
  try {
    return names.of(code.replaceAll("_", "-")) ?? null;
  } catch {
    // The text is not a valid language code.
    return null;
  }
}
