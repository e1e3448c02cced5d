import { defineError } from "#kernel/errors.ts";

export const NoSuchScimToken = defineError({ text: "Invalid SCIM token ID" });
export const TooManyScimTokens = defineError({
  text: ({ limit }: { limit: number }) => `An organization can have at most ${limit} SCIM tokens.`,
});
