import { type VisibilityPolicy, visibilityPolicies } from "../entities/topic-visibility.ts";
import type { State } from "./state.ts";
import { change } from "./set-fields.ts";

interface Topic {
  readonly stream_id: number;
  readonly topic: string;
}

/** Returns true if a topic is muted. The topic's own setting takes precedence over that of the channel. */
export function isMuted(state: State, topic: Topic): boolean {
  const { stream_id } = topic;
  const policy = state.user_topics && policiesOf(state.user_topics).get(keyOfTopic(topic));
  if (policy !== undefined && policy !== visibilityPolicies.inherited) return policy === visibilityPolicies.muted;
  return state.subscriptions !== undefined && mutedIn(state.subscriptions).has(stream_id);
}

const keyOf = (channelId: number, topic: string) => `${channelId} ${topic.toLowerCase()}`;

/**
 * Caches a value computed from a part of a snapshot, which never changes. A user may have a thousand topics and
 * channels, and each event about messages looks up every one with unread messages.
 */
function oncePerObject<P extends object, R>(find: (part: P) => R): (part: P) => R {
  const found = new WeakMap<P, R>();
  return (part) => {
    const known = found.get(part);
    if (known !== undefined) return known;
    const result = find(part);
    found.set(part, result);
    return result;
  };
}

const keyOfTopic = oncePerObject(({ stream_id, topic }: Topic) => keyOf(stream_id, topic));

const policiesOf = oncePerObject(
  (topics: NonNullable<State["user_topics"]>): ReadonlyMap<string, VisibilityPolicy> =>
    new Map(topics.map((one) => [keyOf(one.stream_id, one.topic_name), one.visibility_policy])),
);

const mutedIn = oncePerObject(
  (subscriptions: NonNullable<State["subscriptions"]>): ReadonlySet<number> =>
    new Set(subscriptions.flatMap(({ stream_id, is_muted }) => (is_muted ? [stream_id] : []))),
);

/** Recounts the unread messages: all direct messages, and those in topics that are not muted. */
export function recount(state: State): State {
  return change(state, "unread_msgs", (unread) => {
    const counted = [...unread.pms, ...unread.huddles, ...unread.streams.filter((topic) => !isMuted(state, topic))];
    const count = counted.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
    return count === unread.count ? unread : { ...unread, count };
  });
}
