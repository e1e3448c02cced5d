import { type VisibilityPolicy, visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { subscriptionsById } from "../entities-by-id.ts";
import { memo } from "../memo.ts";

/** Returns a key that is the same for equal topics. Topic names are case-insensitive. */
export const topicKey = (channelId: number, topic: string): string => `${channelId} ${topic.toLowerCase()}`;

/** Prefix of the names of resolved topics. */
const RESOLVED_MARK = "✔ ";

/** Whether a topic is resolved, according to its name. */
export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED_MARK);

/** Returns a topic's name without the mark of resolved topics. */
export const topicWithoutResolvedMark = (topic: string): string => topic.replace(/^(✔ )+/, "");

/** Returns the name of a topic after resolving it, or after unresolving it if it is resolved. */
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

/** Whether a topic with this policy is muted. Its own policy takes precedence over that of its channel. */
export function isMutedUnderPolicy(state: State, channelId: number, policy: VisibilityPolicy): boolean {
  if (policy !== visibilityPolicies.inherited) return policy === visibilityPolicies.muted;
  return subscriptionsById(state).get(channelId)?.is_muted ?? false;
}

/** Whether a topic is muted. */
export const isTopicMuted = (state: State, channelId: number, topic: string): boolean =>
  isMutedUnderPolicy(state, channelId, topicVisibility(state, channelId, topic));
