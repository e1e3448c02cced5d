import { onboardingStepsNoun } from "@parlance/contract/nouns/onboarding-steps.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { finish } from "./api/finish.ts";
import { listRemainingSteps } from "./queries.ts";

const steps = defineSlice(onboardingStepsNoun, "onboarding_steps", async (db, { actor }) => ({
  onboarding_steps: await listRemainingSteps(db, actor.id),
  navigation_tour_video_url: null,
}));

/** Module for the hints that new users see once. */
export const onboardingStepsModule: Module = {
  name: "onboarding-steps",
  floor: "profiles",
  tables: ["onboarding_step_done"],
  endpoints: [finish],
  slices: [steps],
};
