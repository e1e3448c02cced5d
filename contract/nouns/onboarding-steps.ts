import { z } from "zod";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

/** A hint that the user has not seen yet. */
export const OnboardingStep = z.strictObject({ type: z.string(), name: z.string() });
export type OnboardingStep = z.infer<typeof OnboardingStep>;

export const OnboardingStepsEvent = z.strictObject({
  id: EventId,
  type: z.literal("onboarding_steps"),
  onboarding_steps: z.array(OnboardingStep).describe("All hints that the user has not seen yet."),
});

export const onboardingStepsNoun = noun({
  events: [OnboardingStepsEvent],
  snapshot: {
    onboarding_steps: {
      onboarding_steps: z.array(OnboardingStep),
      navigation_tour_video_url: z.string().nullable(),
    },
  },
  reducers: {
    onboarding_steps: (state, event) => updateField(state, "onboarding_steps", () => event.onboarding_steps),
  },
});
