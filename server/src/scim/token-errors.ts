import { z } from "zod";
import { defineError } from "#kernel/errors.ts";

export const NoSuchScimToken = defineError({ text: "Invalid SCIM token ID" });
export const TooManyScimTokens = defineError({
  text: ({ limit }) => `An organization has at most ${limit} of these tokens.`,
  fields: z.object({ limit: z.int() }),
});
