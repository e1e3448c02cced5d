import { defineError } from "@parlance/kernel/base/errors.ts";

export const UnknownStep = defineError({
  text: ({ onboarding_step: name }: { onboarding_step: string }) => `Unknown onboarding_step: ${name}`,
});
