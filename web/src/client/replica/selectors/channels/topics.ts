import { type VisibilityPolicy, visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { subscriptionsById } from "../entities-by-id.ts";
import { memo } from "../memo.ts";

/** The same for topics that are one: topics differ by their letters, not by whether these are large or small. */
export const topicKey = (channelId: number, topic: string): string => `${channelId} ${topic.toLowerCase()}`;

/** What the names of settled topics begin with. */
const RESOLVED_MARK = "✔ ";

/** Whether a topic is marked as settled, by how its name begins. */
export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED_MARK);

/** A topic's name without the mark of settled ones. */
export const topicWithoutResolvedMark = (topic: string): string => topic.replace(/^(✔ )+/, "");

/** What a topic is called once it is settled; and once it is opened again, if it is settled now. */
export const toggleResolvedMark = (topic: string): string =>
  isResolved(topic) ? topicWithoutResolvedMark(topic) : `${RESOLVED_MARK}${topic}`;

const policyByTopic = memo(
  ["user_topics"],
  ({ user_topics = [] }): ReadonlyMap<string, VisibilityPolicy> =>
    new Map(user_topics.map((one) => [topicKey(one.stream_id, one.topic_name), one.visibility_policy])),
);

/** The topics that the person has muted one by one, by `topicKey`. */
export const mutedTopics = memo(
  ["user_topics"],
  (state): ReadonlySet<string> =>
    new Set([...policyByTopic(state)].flatMap(([key, policy]) => (policy === visibilityPolicies.muted ? [key] : []))),
);

/** How the person wants to be shown a topic. */
export const topicVisibility = (state: State, channelId: number, topic: string): VisibilityPolicy =>
  policyByTopic(state).get(topicKey(channelId, topic)) ?? visibilityPolicies.inherited;

/** Whether a topic is muted that is to be shown so: its own policy counts before that of its channel. */
export function isMutedUnderPolicy(state: State, channelId: number, policy: VisibilityPolicy): boolean {
  if (policy !== visibilityPolicies.inherited) return policy === visibilityPolicies.muted;
  return subscriptionsById(state).get(channelId)?.is_muted ?? false;
}

/** Whether a topic is muted. */
export const isTopicMuted = (state: State, channelId: number, topic: string): boolean =>
  isMutedUnderPolicy(state, channelId, topicVisibility(state, channelId, topic));
