import type { OnboardingStep } from "@parlance/contract/nouns/onboarding-steps.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { remainingSteps } from "./onboarding-steps.ts";

/** Lists the hints that a user has not seen yet. */
export async function listRemainingSteps(db: Reader, userId: number): Promise<OnboardingStep[]> {
  const done = await db.selectFrom("onboarding_step_done").select("name").where("user_id", "=", userId).execute();
  return remainingSteps(new Set(done.map(({ name }) => name)));
}
