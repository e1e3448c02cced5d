import { z } from "zod";
import { defineError } from "#kernel/errors.ts";

export const UnknownStep = defineError({
  fields: z.object({ onboarding_step: z.string() }),
  text: ({ onboarding_step: name }) => `Unknown onboarding_step: ${name}`,
});
