import type { State } from "@parlance/contract/state/index.ts";
import { channelSections } from "../channels/sidebar-conversations.ts";
import { memo } from "../memo.ts";
import { type UnreadDirect, unreadSummary, type UnreadTopic } from "./unread.ts";

export type InboxFilter = "all" | "mentions" | "followed";

/** A channel that has unread messages, with its unread topics. */
export interface InboxChannel {
  readonly channelId: number;
  /**
   * Name of the folder under which the sidebar lists the channel. Null for pinned channels and those without a folder.
   */
  readonly folder: string | null;
  /** Topics in which the user is mentioned come first. Otherwise, topics with the newest messages come first. */
  readonly topics: readonly UnreadTopic[];
}

export interface InboxContents {
  readonly directs: readonly UnreadDirect[];
  /** Channels in the order of the sidebar. */
  readonly channels: readonly InboxChannel[];
  readonly messages: number;
  readonly conversations: number;
}

const fields = ["unread_msgs", "subscriptions", "channel_folders", "user_topics", "user_id"] as const;

/** The contents of the inbox for each of its filters. Each is memoized separately. */
export const inboxContents: Readonly<Record<InboxFilter, (state: State) => InboxContents>> = {
  all: memo(fields, (state) => contents(state, () => true)),
  mentions: memo(fields, (state) => contents(state, ({ mentions }) => mentions > 0)),
  followed: memo(fields, (state) => contents(state, (one) => "isFollowed" in one && one.isFollowed)),
};

/** The unread conversations that the inbox does not show, because they are muted and do not mention the user. */
export const mutedInbox = memo(fields, (state) => contentsOf(state, isHidden));

/**
 * Returns true if the inbox does not show a conversation. Muted conversations are hidden unless the user is mentioned
 * in them.
 */
const isHidden = (one: UnreadTopic | UnreadDirect): boolean => "isMuted" in one && one.isMuted && one.mentions === 0;

const contents = (state: State, isShown: (one: UnreadTopic | UnreadDirect) => boolean): InboxContents =>
  contentsOf(state, (one) => !isHidden(one) && isShown(one));

function contentsOf(state: State, isShown: (one: UnreadTopic | UnreadDirect) => boolean): InboxContents {
  const unread = unreadSummary(state);
  const directs = [...unread.directs.values()].filter(isShown).toSorted((a, b) => b.newestId - a.newestId);
  const byChannel = Map.groupBy([...unread.topics.values()].filter(isShown), ({ channelId }) => channelId);
  const channels = channelSections(state).flatMap(({ name, channels: listed }) =>
    listed.flatMap(({ stream_id: channelId }) => {
      const topics = byChannel.get(channelId);
      return topics ? [{ channelId, folder: name, topics: topics.toSorted(compareMentionThenNewest) }] : [];
    }),
  );
  const shown = [...directs, ...channels.flatMap(({ topics }) => topics)];
  return {
    directs,
    channels,
    messages: shown.reduce((sum, { count }) => sum + count, 0),
    conversations: shown.length,
  };
}

const compareMentionThenNewest = (a: UnreadTopic, b: UnreadTopic) =>
  Number(b.mentions > 0) - Number(a.mentions > 0) || b.newestId - a.newestId;
