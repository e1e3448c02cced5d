import { type VisibilityPolicy, visibilityPolicies } from "../entities/topic-visibility.ts";
import type { State } from "./state.ts";
import { updateField } from "./set-fields.ts";

interface Topic {
  readonly stream_id: number;
  readonly topic: string;
}

/**
 * Returns true if a topic is muted. The user's policy for the topic takes precedence over the setting for its channel.
 */
export function isMuted(state: State, topic: Topic): boolean {
  const { stream_id } = topic;
  const policy = state.user_topics && visibilityPoliciesByTopic(state.user_topics).get(topicKeyOf(topic));
  if (policy !== undefined && policy !== visibilityPolicies.inherited) return policy === visibilityPolicies.muted;
  return state.subscriptions !== undefined && mutedChannelIds(state.subscriptions).has(stream_id);
}

const topicKey = (channelId: number, topic: string) => `${channelId} ${topic.toLowerCase()}`;

/**
 * Returns a function that caches its results by object. The objects are parts of a state, which are never modified.
 * This matters because a user may have a thousand topics and channels, and each event about messages looks up all those
 * with unread messages.
 */
function memoizeByObject<P extends object, R>(find: (part: P) => R): (part: P) => R {
  const found = new WeakMap<P, R>();
  return (part) => {
    const known = found.get(part);
    if (known !== undefined) return known;
    const result = find(part);
    found.set(part, result);
    return result;
  };
}

const topicKeyOf = memoizeByObject(({ stream_id, topic }: Topic) => topicKey(stream_id, topic));

const visibilityPoliciesByTopic = memoizeByObject(
  (topics: NonNullable<State["user_topics"]>): ReadonlyMap<string, VisibilityPolicy> =>
    new Map(topics.map((one) => [topicKey(one.stream_id, one.topic_name), one.visibility_policy])),
);

const mutedChannelIds = memoizeByObject(
  (subscriptions: NonNullable<State["subscriptions"]>): ReadonlySet<number> =>
    new Set(subscriptions.flatMap(({ stream_id, is_muted }) => (is_muted ? [stream_id] : []))),
);

/** Computes the number of unread messages again: all direct messages, and the messages in topics that are not muted. */
export function recountUnread(state: State): State {
  return updateField(state, "unread_msgs", (unread) => {
    const counted = [...unread.pms, ...unread.huddles, ...unread.streams.filter((topic) => !isMuted(state, topic))];
    const count = counted.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
    return count === unread.count ? unread : { ...unread, count };
  });
}
