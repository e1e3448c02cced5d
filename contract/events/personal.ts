import { z } from "zod";
import { OnboardingStep } from "../entities/onboarding-step.ts";
import { PushDeviceStatus } from "../entities/push-device.ts";
import { MutedTopic, MutedUser, UserTopic } from "../entities/topic-visibility.ts";
import { EventId } from "./event-id.ts";

export const AlertWordsEvent = z.strictObject({
  id: EventId,
  type: z.literal("alert_words"),
  alert_words: z.array(z.string()).describe("All of the user's words"),
});

/** How one topic is shown changed. */
export const UserTopicEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_topic"),
  ...UserTopic.shape,
});

/** For clients that did not ask for `user_topic`. */
export const MutedTopicsEvent = z.strictObject({
  id: EventId,
  type: z.literal("muted_topics"),
  muted_topics: z.array(MutedTopic).meta({ deprecated: true }).describe("All of them"),
});

export const MutedUsersEvent = z.strictObject({
  id: EventId,
  type: z.literal("muted_users"),
  muted_users: z.array(MutedUser).describe("All of them"),
});

export const OnboardingStepsEvent = z.strictObject({
  id: EventId,
  type: z.literal("onboarding_steps"),
  onboarding_steps: z.array(OnboardingStep).describe("All that are left"),
});

export const VideoCallTokenEvent = z.strictObject({
  id: EventId,
  type: z.literal("has_zoom_token"),
  value: z.boolean(),
});

/** The registration of a device for mobile push went on. */
export const PushDeviceEvent = z.strictObject({
  id: EventId,
  type: z.literal("push_device"),
  push_account_id: z.string().describe("The integer, as text"),
  status: PushDeviceStatus,
  error_code: z.string().nullable().optional().describe("Only if it failed"),
});
