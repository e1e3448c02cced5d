const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const MAX_LENGTH = 35;

/** The English name of a language, by its code as clients write it (`en`, `pt-br`, `zh_Hans`); null if there is none. */
export function languageName(code: string): string | null {
  if (code.length > MAX_LENGTH) return null;
  try {
    return names.of(code.replaceAll("_", "-")) ?? null;
  } catch {
    // No code of a language at all, as far as its form goes.
    return null;
  }
}
