import { z } from "zod";
import { UnixSeconds } from "../entities/scalars.ts";
import { VisibilityPolicy } from "../entities/topic-visibility.ts";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

/** A user's visibility policy for a topic. */
export const UserTopic = z.strictObject({
  stream_id: z.int(),
  topic_name: z.string(),
  last_updated: UnixSeconds,
  visibility_policy: VisibilityPolicy,
});
export type UserTopic = z.infer<typeof UserTopic>;

/** A muted topic in an older format: channel name, topic, seconds since 1970. */
export const MutedTopic = z.array(z.union([z.string(), z.int()])).describe("Channel name, topic, UNIX seconds.");
export type MutedTopic = z.infer<typeof MutedTopic>;

/** The user's visibility policy for a topic has changed. */
export const UserTopicEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_topic"),
  ...UserTopic.shape,
});

/** The user's muted topics have changed. Sent to clients that did not request `user_topic` events. */
export const MutedTopicsEvent = z.strictObject({
  id: EventId,
  type: z.literal("muted_topics"),
  muted_topics: z.array(MutedTopic).meta({ deprecated: true }).describe("All muted topics."),
});

export const userTopicsNoun = noun({
  events: [UserTopicEvent, MutedTopicsEvent],
  snapshot: {
    user_topic: {
      user_topics: z
        .array(UserTopic)
        .describe("Topics with their own visibility setting, sorted by channel id, then name."),
    },
    muted_topics: {
      muted_topics: z
        .array(MutedTopic)
        .meta({ deprecated: true })
        .describe("Absent if the client requested `user_topic`."),
    },
  },
  reducers: { muted_topics: (state, event) => updateField(state, "muted_topics", () => event.muted_topics) },
});
