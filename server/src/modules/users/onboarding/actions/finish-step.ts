import type { EventBody } from "@parlance/contract/events/index.ts";
import type { OnboardingStep } from "@parlance/contract/nouns/onboarding-steps.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { listRemainingSteps } from "../queries.ts";
import { assertKnownStep } from "../onboarding-steps.ts";

/**
 * Records that the actor has seen a hint. Emits no event if this is already recorded.
 * @throws UnknownStep
 */
export async function finishStep({ tx, actor }: Write, name: string): Promise<void> {
  assertKnownStep(name);
  // Locks the account so that changes run one after the other, because each event contains all remaining steps.
  await lockAccount(tx, actor.id);
  const inserted = await tx
    .insertInto("onboarding_step_done")
    .values({ user_id: actor.id, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning("name")
    .execute();
  if (inserted.length > 0) emit(tx, toUser(actor), stepsChanged(await listRemainingSteps(tx, actor.id)));
}

const stepsChanged = (onboarding_steps: OnboardingStep[]): EventBody => ({
  type: "onboarding_steps",
  onboarding_steps,
});
