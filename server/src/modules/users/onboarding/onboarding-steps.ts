import type { OnboardingStep } from "@parlance/contract/nouns/onboarding-steps.ts";
import { UnknownStep } from "./errors.ts";

/**
 * Names of the hints that clients show once, in the order in which users encounter them. Clients expect these names.
 */
const names: readonly string[] = [
  "intro_inbox_view_modal",
  "intro_recent_view_modal",
  "navigation_tour_video",
  "first_stream_created_banner",
  "jump_to_conversation_banner",
  "non_interleaved_view_messages_fading",
  "interleaved_view_messages_fading",
  "visibility_policy_banner",
  "intro_resolve_topic",
];

/** Returns the steps that are not in `done`. */
export const remainingSteps = (done: ReadonlySet<string>): OnboardingStep[] =>
  names.filter((name) => !done.has(name)).map((name) => ({ type: "one_time_notice", name }));

/** Maximum length of an unknown name that the error repeats to its sender, in characters. */
const MAX_ECHOED_NAME_LENGTH = 100;

/** @throws UnknownStep */
export function assertKnownStep(name: string): void {
  if (!names.includes(name)) throw new UnknownStep({ onboarding_step: name.slice(0, MAX_ECHOED_NAME_LENGTH) });
}
