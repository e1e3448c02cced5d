import { z } from "zod";

/** A hint that the user has not seen yet. */
export const OnboardingStep = z.strictObject({ type: z.string(), name: z.string() });
export type OnboardingStep = z.infer<typeof OnboardingStep>;
