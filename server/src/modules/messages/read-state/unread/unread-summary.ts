import type { UnreadGroup, UnreadMessages, UnreadTopic } from "@parlance/contract/nouns/message-flags.ts";
import { ascending, compareText } from "@parlance/contract/state/list-operations.ts";
import type { Reader } from "#kernel/db/types.ts";
import { shownTopic } from "#modules/messages/conversations/message-text.ts";
import { membersOf } from "../queries.ts";
import { UNREAD_LISTED, unreadConversations, type UnreadConversation } from "../unread-conversations.ts";

/** What a client can make sense of. */
interface Knowledge {
  readonly emptyTopics: boolean;
  /** Archived channels; clients that do not know them are told of nothing in them. */
  readonly archives: boolean;
}

/** What a user has not read, as the snapshot tells it to a client that knows so much. */
export async function unreadMessages(db: Reader, userId: number, knows: Knowledge): Promise<UnreadMessages> {
  const all = await unreadConversations(db, userId);
  const conversations = knows.archives ? all : all.filter(({ is_archived }) => !is_archived);
  const direct = conversations.filter(({ channel_id }) => channel_id === null);
  const recipientIds = direct.map(({ recipient_id }) => recipient_id);
  return {
    count: total(conversations.filter(({ is_muted }) => !is_muted)),
    streams: topics(conversations, knows.emptyTopics),
    ...directMessages(userId, direct, await membersOf(db, recipientIds)),
    mentions: mentions(conversations),
    old_unreads_missing: total(conversations) >= UNREAD_LISTED,
  };
}

const total = (conversations: readonly UnreadConversation[]) =>
  conversations.reduce((count, { ids }) => count + ids.length, 0);

const topics = (conversations: readonly UnreadConversation[], knowsEmptyTopics: boolean): UnreadTopic[] =>
  conversations
    .flatMap(({ channel_id, topic, ids }) =>
      channel_id === null
        ? []
        : [{ stream_id: channel_id, topic: shownTopic(topic, knowsEmptyTopics), unread_message_ids: [...ids] }],
    )
    .sort((a, b) => a.stream_id - b.stream_id || compareText(a.topic, b.topic));

function directMessages(
  userId: number,
  conversations: readonly UnreadConversation[],
  members: ReadonlyMap<number, readonly number[]>,
): Pick<UnreadMessages, "pms" | "huddles"> {
  const pms: UnreadMessages["pms"] = [];
  const huddles: UnreadGroup[] = [];
  for (const { recipient_id, ids } of conversations) {
    const people = members.get(recipient_id) ?? [];
    const [other = userId, ...more] = people.filter((id) => id !== userId);
    if (more.length > 0) huddles.push({ user_ids_string: people.join(), unread_message_ids: [...ids] });
    else pms.push({ other_user_id: other, sender_id: other, unread_message_ids: [...ids] });
  }
  pms.sort((a, b) => a.other_user_id - b.other_user_id);
  huddles.sort((a, b) => compareText(a.user_ids_string, b.user_ids_string));
  return { pms, huddles };
}

/** Who mutes a channel still wants to hear of messages to them alone. */
function mentions(conversations: readonly UnreadConversation[]): number[] {
  const ids = conversations.flatMap((conversation) => [
    ...(conversation.mentions ?? []),
    ...(conversation.is_muted ? [] : (conversation.wildcard_mentions ?? [])),
  ]);
  return [...new Set(ids)].sort(ascending);
}
