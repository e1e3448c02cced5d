import { defineError } from "@parlance/kernel/base/errors.ts";

export const BlankName = defineError({ text: "This field cannot be blank." });
export const BadLanguage = defineError({ text: "Invalid characters in pygments language" });
export const InvalidTemplate = defineError({ text: "Invalid URL template." });
export const CodeMissing = defineError({ text: 'Missing the required variable "code" in the URL template' });
export const OnlyCode = defineError({ text: '"code" should be the only variable present in the URL template' });
export const PlaygroundExists = defineError({
  text: "Realm playground with this Realm, Pygments language and Name already exists.",
});

/** Errors about the definition of a playground. */
export const playgroundErrors = [
  BlankName,
  BadLanguage,
  InvalidTemplate,
  CodeMissing,
  OnlyCode,
  PlaygroundExists,
] as const;

export const PlaygroundNotFound = defineError({ text: "Invalid playground" });
