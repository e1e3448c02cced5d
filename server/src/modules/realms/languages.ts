const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8}){0,2}$/i;

/** The English name of a language, by its code as clients write it (`en`, `pt-br`, `zh-hans`); null if there is none. */
export const languageName = (code: string): string | null =>
  CODE.test(code) ? (names.of(code.replaceAll("_", "-")) ?? null) : null;
