import type { Option } from "../../base/ui/forms/choice-fields.tsx";

/** Every time zone that this browser knows, as people read them. */
export const timeZoneOptions = (): readonly Option<string>[] =>
  Intl.supportedValuesOf("timeZone").map((value) => ({ value, text: value.replaceAll("_", " ") }));

/** What clients may speak, each by its own name. */
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

/** The languages that can be chosen; others, which other clients may have set, are shown by their code. */
export const languageOptions = (): readonly Option<string>[] =>
  [...LANGUAGE_CODES, ...MORE_LANGUAGE_CODES].map((value) => ({
    value,
    text: new Intl.DisplayNames([value], { type: "language" }).of(value) ?? value,
  }));
