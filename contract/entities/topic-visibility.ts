import { z } from "zod";
import { integerChoice, UnixSeconds } from "./scalars.ts";

export const VisibilityPolicy = integerChoice([0, 1, 2, 3]).describe(
  "0 as the channel, 1 muted, 2 unmuted, 3 followed",
);
export type VisibilityPolicy = z.infer<typeof VisibilityPolicy>;

/** How a user wants to be shown one topic. */
export const UserTopic = z.strictObject({
  stream_id: z.int(),
  topic_name: z.string(),
  last_updated: UnixSeconds,
  visibility_policy: VisibilityPolicy,
});
export type UserTopic = z.infer<typeof UserTopic>;

/** The older form of a muted topic: name of the channel, topic, UNIX seconds. */
export const MutedTopic = z.array(z.union([z.string(), z.int()])).describe("Channel name, topic, UNIX seconds");
export type MutedTopic = z.infer<typeof MutedTopic>;

export const MutedUser = z.strictObject({ id: z.int(), timestamp: UnixSeconds.describe("When, UNIX seconds") });
export type MutedUser = z.infer<typeof MutedUser>;
