import { z } from "zod";
import { defineError } from "#kernel/errors.ts";

const errors = z
  .record(z.string(), z.array(z.string()))
  .describe("What is wrong, by the parameter; under `__all__` what is wrong with the whole");

/** Something is wrong with a playground that somebody wants. */
const invalid = (parameter: string, text: string) => {
  const Declared = defineError({ text, fields: z.object({ errors }) });
  return class extends Declared {
    constructor() {
      super({ errors: { [parameter]: [text] } });
    }
  };
};

export const BlankName = invalid("name", "This field cannot be blank.");
export const BadLanguage = invalid("pygments_language", "Invalid characters in pygments language");
export const InvalidTemplate = invalid("url_template", "Invalid URL template.");
export const CodeMissing = invalid("__all__", 'Missing the required variable "code" in the URL template');
export const OnlyCode = invalid("__all__", '"code" should be the only variable present in the URL template');
export const PlaygroundExists = invalid(
  "__all__",
  "Realm playground with this Realm, Pygments language and Name already exists.",
);

/** What may be wrong with a playground that somebody wants. */
export const playgroundErrors = [
  BlankName,
  BadLanguage,
  InvalidTemplate,
  CodeMissing,
  OnlyCode,
  PlaygroundExists,
] as const;

export const PlaygroundNotFound = defineError({ text: "Invalid playground" });
