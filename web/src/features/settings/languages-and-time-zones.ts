import type { Option } from "../../base/ui/forms/choice-fields.tsx";

/** All time zones that this browser knows, with readable names. */
export const timeZoneOptions = (): readonly Option<string>[] =>
  Intl.supportedValuesOf("timeZone").map((value) => ({ value, text: value.replaceAll("_", " ") }));

/** Languages that clients may support. */
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
 * The languages that can be chosen, each by its own name. Others, which other clients may have set, are shown by code.
 */
export const languageOptions = (): readonly Option<string>[] =>
  [...LANGUAGE_CODES, ...MORE_LANGUAGE_CODES].map((value) => ({
    value,
    text: new Intl.DisplayNames([value], { type: "language" }).of(value) ?? value,
  }));
