import { defineError } from "#kernel/errors.ts";

export const NoSuchScimToken = defineError({ text: "Invalid SCIM token ID" });
export const TooManyScimTokens = defineError({
  text: ({ limit }: { limit: number }) => `An organization has at most ${limit} of these tokens.`,
});
