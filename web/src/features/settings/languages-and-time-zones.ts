import type { Option } from "../../base/ui/forms/choice-fields.tsx";

/** Returns all time zones that the browser knows, with readable names. */
export const timeZoneOptions = (): readonly Option<string>[] =>
  Intl.supportedValuesOf("timeZone").map((value) => ({ value, text: value.replaceAll("_", " ") }));

/** Codes of languages that clients may support. */
const LANGUAGE_CODES = [
  "ar",
  "cs",
  "da",
  "de",
  "en",
  "en-gb",
  "es",
  "fa",
  "fi",
  "fr",
  "hi",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
] as const;
const MORE_LANGUAGE_CODES = [
  "nl",
  "pl",
  "pt",
  "pt-br",
  "ro",
  "ru",
  "sv",
  "tr",
  "uk",
  "vi",
  "zh-hans",
  "zh-hant",
] as const;

/**
 * Returns the languages that the user can choose. Each is named in the language itself. Other languages, which another
 * client may have set, are shown by their codes.
 */
export const languageOptions = (): readonly Option<string>[] =>
  [...LANGUAGE_CODES, ...MORE_LANGUAGE_CODES].map((value) => ({
    value,
    text: new Intl.DisplayNames([value], { type: "language" }).of(value) ?? value,
  }));
