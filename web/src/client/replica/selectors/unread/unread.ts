import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { isMutedUnderPolicy, topicKey, topicVisibility } from "../channels/topics.ts";
import { memo } from "../memo.ts";

/** Unread messages of a conversation. */
export interface UnreadConversation {
  readonly count: number;
  /** Number of unread messages that mention the user. */
  readonly mentions: number;
  readonly oldestId: number;
  readonly newestId: number;
}

export interface UnreadTopic extends UnreadConversation {
  readonly channelId: number;
  readonly topic: string;
  readonly isMuted: boolean;
  readonly isFollowed: boolean;
}

export interface UnreadDirect extends UnreadConversation {
  /** Ids of the other participants in ascending order, or only the user's own id for notes to self. */
  readonly userIds: readonly number[];
}

/** Unread messages of a channel. */
export interface UnreadChannel {
  /** Number of unread messages in topics that are not muted. */
  readonly count: number;
  readonly mentions: number;
  /** Number of unread messages in muted topics. */
  readonly mutedCount: number;
}

/**
 * Summary of all unread messages. The sidebar, the inbox, the page title and the icon all use it, so that they show the
 * same counts.
 */
export interface UnreadSummary {
  readonly topics: ReadonlyMap<string, UnreadTopic>;
  readonly channels: ReadonlyMap<number, UnreadChannel>;
  /** Direct message conversations, by `directKey`. */
  readonly directs: ReadonlyMap<string, UnreadDirect>;
  readonly mentionIds: ReadonlySet<number>;
  /** Number of unread direct messages, and of unread messages in topics that are not muted. */
  readonly count: number;
  /** Number of unread direct messages, and of unread channel messages that mention the user. */
  readonly personal: number;
  /** Whether the user has more unread messages than the server reported. */
  readonly isIncomplete: boolean;
}

/** Returns the unread topics of a channel. */
export const unreadTopicsIn = (state: State, channelId: number): readonly UnreadTopic[] =>
  [...unreadSummary(state).topics.values()].filter((topic) => topic.channelId === channelId);

/** Returns the key of a direct message conversation: the ids of the other participants, joined by commas. */
export const directKey = (userIds: readonly number[]): string => userIds.join(",");

export const unreadSummary = memo(
  ["unread_msgs", "subscriptions", "user_topics", "user_id"],
  (state): UnreadSummary => {
    const { unread_msgs } = state;
    const mentionIds = new Set(unread_msgs?.mentions);
    const directs = unreadDirects(state);
    const topics = unreadTopics(state);
    const channels = new Map<number, UnreadChannel>();
    let count = 0;
    for (const topic of topics.values()) {
      const {
        count: before,
        mentions,
        mutedCount,
      } = channels.get(topic.channelId) ?? { count: 0, mentions: 0, mutedCount: 0 };
      channels.set(topic.channelId, {
        count: before + (topic.isMuted ? 0 : topic.count),
        mentions: mentions + topic.mentions,
        mutedCount: mutedCount + (topic.isMuted ? topic.count : 0),
      });
      if (!topic.isMuted) count += topic.count;
    }
    const direct = [...directs.values()].reduce((sum, one) => sum + one.count, 0);
    const mentioned = [...topics.values()].reduce((sum, one) => sum + one.mentions, 0);
    const isIncomplete = unread_msgs?.old_unreads_missing ?? false;
    return { topics, channels, directs, mentionIds, count: count + direct, personal: direct + mentioned, isIncomplete };
  },
);

/**
 * Returns the unread topics, by `topicKey`. The object of a topic is reused until the topic's unread messages change or
 * `registeredTopics` is discarded.
 */
function unreadTopics(state: State): ReadonlyMap<string, UnreadTopic> {
  const known = registeredTopics(state);
  const mentionIds = new Set(state.unread_msgs?.mentions);
  const entries = (state.unread_msgs?.streams ?? []).map((registered) => {
    const entry = known.get(registered) ?? unreadEntry(state, registered, mentionIds);
    known.set(registered, entry);
    return entry;
  });
  return new Map(entries);
}

type UnreadEntry = readonly [key: string, topic: UnreadTopic];
type RegisteredTopic = NonNullable<State["unread_msgs"]>["streams"][number];

/**
 * Cache of the entries that `unreadTopics` has computed, by the topic in `unread_msgs` from which they were computed.
 * The whole cache is discarded when the subscriptions, topic policies or mentions change.
 */
const registeredTopics = memo(
  ["subscriptions", "user_topics", ({ unread_msgs }) => unread_msgs?.mentions],
  () => new WeakMap<RegisteredTopic, UnreadEntry>(),
);

function unreadEntry(state: State, registered: RegisteredTopic, mentionIds: ReadonlySet<number>): UnreadEntry {
  const { stream_id: channelId, topic, unread_message_ids } = registered;
  const policy = topicVisibility(state, channelId, topic);
  const unread = {
    ...unreadConversation(unread_message_ids, mentionIds),
    channelId,
    topic,
    isMuted: isMutedUnderPolicy(state, channelId, policy),
    isFollowed: policy === visibilityPolicies.followed,
  };
  return [topicKey(channelId, topic), unread];
}

/**
 * The parts of the unread state that direct message conversations depend on. Of the messages in channels, only those
 * that mention the user change these parts.
 */
export const unreadDirectFields = [
  ({ unread_msgs }: State) => unread_msgs?.pms,
  ({ unread_msgs }: State) => unread_msgs?.huddles,
  ({ unread_msgs }: State) => unread_msgs?.mentions,
] as const;

/** The unread direct message conversations, by `directKey`. */
export const unreadDirects = memo(
  [...unreadDirectFields, "user_id"],
  ({ unread_msgs, user_id }): ReadonlyMap<string, UnreadDirect> => {
    const mentionIds = new Set(unread_msgs?.mentions);
    const ones = (unread_msgs?.pms ?? []).map((one) => ({ ...one, userIds: [one.other_user_id] }));
    const groups = (unread_msgs?.huddles ?? []).map((one) => ({
      ...one,
      userIds: otherUserIds(one.user_ids_string, user_id),
    }));
    const directs = [...ones, ...groups].map(({ userIds, unread_message_ids }) => ({
      userIds,
      ...unreadConversation(unread_message_ids, mentionIds),
    }));
    return new Map(directs.map((direct) => [directKey(direct.userIds), direct]));
  },
);

const otherUserIds = (all: string, me: number | undefined): number[] =>
  all
    .split(",")
    .map(Number)
    .filter((id) => id !== me);

const unreadConversation = (ids: readonly number[], mentionIds: ReadonlySet<number>): UnreadConversation => ({
  count: ids.length,
  mentions: mentionIds.size === 0 ? 0 : ids.filter((id) => mentionIds.has(id)).length,
  oldestId: ids[0] ?? 0,
  newestId: ids.at(-1) ?? 0,
});
