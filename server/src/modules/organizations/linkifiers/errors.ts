import { defineError } from "@parlance/kernel/base/errors.ts";

export const BlankField = defineError({ text: "This field cannot be blank." });
export const BadPattern = defineError({
  text: ({ reason }: { reason: string }) => `Bad regular expression: ${reason}`,
});
export const InvalidTemplate = defineError({ text: "Invalid URL template." });
export const GroupNotInPattern = defineError({
  text: ({ name }: { name: string }) => `Group '${name}' in URL template is not present in linkifier pattern.`,
});
export const GroupNotInTemplate = defineError({
  text: ({ name }: { name: string }) => `Group '${name}' in linkifier pattern is not present in URL template.`,
});
export const PatternInUse = defineError({ text: "Realm filter with this Realm and Pattern already exists." });
export const TooManyLinkifiers = defineError({
  text: ({ maximum }: { maximum: number }) => `An organization can have at most ${maximum} linkifiers.`,
});

/** Errors of the pattern and the template of a linkifier. */
export const linkifierErrors = [
  BlankField,
  BadPattern,
  InvalidTemplate,
  GroupNotInPattern,
  GroupNotInTemplate,
  PatternInUse,
] as const;

export const LinkifierNotFound = defineError({ text: "Linkifier not found." });
export const IncompleteOrder = defineError({
  text: "Ordered list must enumerate all existing linkifiers exactly once",
});
