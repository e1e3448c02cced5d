import type { OnboardingStep } from "@parlance/contract/nouns/onboarding-steps.ts";
import { UnknownStep } from "./errors.ts";

/** Hints that clients show once, by the names that clients of the protocol know; in the order in which people meet them. */
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

/** The steps that are left to somebody who has done others. */
export const remainingSteps = (done: ReadonlySet<string>): OnboardingStep[] =>
  names.filter((name) => !done.has(name)).map((name) => ({ type: "one_time_notice", name }));

/** The longest name that is repeated to whoever sent it, in characters. */
const MAX_ECHOED_NAME_LENGTH = 100;

/** @throws UnknownStep */
export function assertKnownStep(name: string): void {
  if (!names.includes(name)) throw new UnknownStep({ onboarding_step: name.slice(0, MAX_ECHOED_NAME_LENGTH) });
}
