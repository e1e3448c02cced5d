import { type VisibilityPolicy, visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { subscriptionsById } from "../entities-by-id.ts";
import { memo } from "../memo.ts";

/** Returns a key that is the same for all spellings of a topic's name, because topic names are case-insensitive. */
export const topicKey = (channelId: number, topic: string): string => `${channelId} ${topic.toLowerCase()}`;

/** Prefix of the names of resolved topics. */
const RESOLVED_MARK = "✔ ";

/** Returns true if a topic is resolved, according to its name. */
export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED_MARK);

/** Returns the name of a topic without the mark of resolved topics. */
export const topicWithoutResolvedMark = (topic: string): string => topic.replace(/^(✔ )+/, "");

/** Returns the name that a topic gets when it is resolved, or, if it is already resolved, when it is unresolved. */
export const toggleResolvedMark = (topic: string): string =>
  isResolved(topic) ? topicWithoutResolvedMark(topic) : `${RESOLVED_MARK}${topic}`;

const policyByTopic = memo(
  ["user_topics"],
  ({ user_topics = [] }): ReadonlyMap<string, VisibilityPolicy> =>
    new Map(user_topics.map((one) => [topicKey(one.stream_id, one.topic_name), one.visibility_policy])),
);

/** Topics that the user has muted individually, by `topicKey`. */
export const mutedTopics = memo(
  ["user_topics"],
  (state): ReadonlySet<string> =>
    new Set([...policyByTopic(state)].flatMap(([key, policy]) => (policy === visibilityPolicies.muted ? [key] : []))),
);

/** Returns the user's visibility policy for a topic. */
export const topicVisibility = (state: State, channelId: number, topic: string): VisibilityPolicy =>
  policyByTopic(state).get(topicKey(channelId, topic)) ?? visibilityPolicies.inherited;

/**
 * Returns true if a topic with this visibility policy is muted. The policy of the topic takes precedence over the
 * setting of its channel.
 */
export function isMutedUnderPolicy(state: State, channelId: number, policy: VisibilityPolicy): boolean {
  if (policy !== visibilityPolicies.inherited) return policy === visibilityPolicies.muted;
  return subscriptionsById(state).get(channelId)?.is_muted ?? false;
}

/** Returns true if a topic is muted, either individually or because its channel is muted. */
export const isTopicMuted = (state: State, channelId: number, topic: string): boolean =>
  isMutedUnderPolicy(state, channelId, topicVisibility(state, channelId, topic));
