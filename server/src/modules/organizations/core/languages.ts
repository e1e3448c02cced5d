const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const MAX_LENGTH = 35;

/**
 * Returns the English name of a language, by its code as clients write it (`en`, `pt-br`, `zh_Hans`); null if there is
 * none.
 */
export function languageName(code: string): string | null {
  if (code.length > MAX_LENGTH) return null;
  try {
    return names.of(code.replaceAll("_", "-")) ?? null;
  } catch {
    // The text does not have the form of a language code.
    return null;
  }
}
