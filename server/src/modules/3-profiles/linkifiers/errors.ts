import { z } from "zod";
import { defineError } from "#kernel/errors.ts";

const errors = z
  .record(z.string(), z.array(z.string()))
  .describe("What is wrong, by the parameter; under `__all__` what is wrong with them together");

/** What is wrong with a linkifier. The text is the first of `errors`, such as `sample`. */
const invalid = (sample: string) =>
  defineError({
    text: ({ errors: by }) => (by["pattern"] ?? by["url_template"] ?? by["__all__"])?.[0] ?? sample,
    fields: z.object({ errors }),
  });

export const BadPattern = invalid("Bad regular expression: {reason}");
export const InvalidTemplate = invalid("Invalid URL template.");
export const GroupNotInPattern = invalid("Group '{name}' in URL template is not present in linkifier pattern.");
export const GroupNotInTemplate = invalid("Group '{name}' in linkifier pattern is not present in URL template.");
export const PatternTaken = invalid("Realm filter with this Realm and Pattern already exists.");
export const TooManyLinkifiers = defineError({
  text: ({ most }) => `An organization can have at most ${most} linkifiers.`,
  fields: z.object({ most: z.int() }),
});

/** What may be wrong with a linkifier that somebody wants. */
export const designErrors = [BadPattern, InvalidTemplate, GroupNotInPattern, GroupNotInTemplate, PatternTaken] as const;

export const LinkifierNotFound = defineError({ text: "Linkifier not found." });
export const IncompleteOrder = defineError({
  text: "Ordered list must enumerate all existing linkifiers exactly once",
});
