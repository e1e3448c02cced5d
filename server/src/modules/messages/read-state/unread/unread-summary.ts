import type { UnreadGroup, UnreadMessages, UnreadTopic } from "@parlance/contract/nouns/message-flags.ts";
import { ascending, compareText } from "@parlance/contract/state/list-operations.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";
import { loadConversationMembersOf } from "../queries.ts";

import { sql } from "kysely";
import { isTopicMutedInSql } from "#modules/channels/topic-visibility/muted-topic-condition.ts";
import { messageFlags } from "../flags/message-flags.ts";
import { joinReadBitsInSql } from "./read-bitmap.ts";
import { isUnreadInConversationInSql, watermarksInSql } from "./unread.ts";
import { userExceptionsInSql } from "./unread-exceptions.ts";

/** No more unread messages than these, the newest, are listed. */
const MAX_UNREAD_LISTED = 50_000;

/** The unread messages of one topic, or of one direct conversation. */
interface UnreadConversation {
  readonly recipient_id: number;
  /** Null for direct conversations. */
  readonly channel_id: number | null;
  /** The topic, or its channel and not the topic. */
  readonly is_muted: boolean;
  /** The channel is archived. */
  readonly is_archived: boolean;
  /** As the newest of the messages spells it. */
  readonly topic: string;
  /** Ascending. */
  readonly ids: readonly number[];
  /** Those of them that mention the user by name or as a member of a group. */
  readonly mentions: readonly number[] | null;
  /** Those of them that mention everybody in the channel or topic. */
  readonly wildcard_mentions: readonly number[] | null;
}

/**
 * The newest unread messages of a user, by conversation. Looks at what lies above the user's watermarks and at
 * exceptions, never at history.
 */
async function loadUnreadConversations(
  db: Reader,
  userId: number,
  most = MAX_UNREAD_LISTED,
): Promise<UnreadConversation[]> {
  const { mentioned, topic_wildcard_mentioned, historical } = messageFlags;
  const { rows } = await sql<UnreadConversation>`
    with conversation as (
      ${watermarksInSql(userId)}
    ), unread as materialized (
      select above.id from conversation
      cross join lateral (
        select message.id from message
        ${joinReadBitsInSql(sql`${userId}`)}
        where message.recipient_id = conversation.recipient_id and ${isUnreadInConversationInSql(sql`${userId}`)}
        order by message.id desc limit ${most}
      ) as above
      union all
      select message_id from (${userExceptionsInSql(userId)}) as exception
      order by id desc limit ${most}
    ), flagged as (
      select message.id, message.recipient_id, message.topic, message.topic_key,
        coalesce(message_flag.flags, 0) & ${mentioned}::int <> 0 as is_mentioned,
        coalesce(message_flag.flags, 0) & ${topic_wildcard_mentioned}::int <> 0
          or (message.mentions_channel and coalesce(message_flag.flags, 0) & ${historical}::int = 0) as is_wildcard
      from unread join message using (id)
      left join message_flag on message_flag.user_id = ${userId} and message_flag.message_id = message.id
    ), grouped as (
      select recipient_id, topic_key, (array_agg(topic order by id desc))[1] as topic, json_agg(id order by id) as ids,
        json_agg(id order by id) filter (where is_mentioned) as mentions,
        json_agg(id order by id) filter (where is_wildcard) as wildcard_mentions
      from flagged group by recipient_id, topic_key
    )
    select grouped.*, subscription.channel_id, ${isTopicMutedInSql} as is_muted,
      coalesce(channel.is_archived, false) as is_archived
    from grouped
    left join subscription on subscription.user_id = ${userId} and subscription.recipient_id = grouped.recipient_id
    left join channel on channel.id = subscription.channel_id
    left join user_topic on user_topic.user_id = ${userId} and user_topic.channel_id = subscription.channel_id
      and user_topic.topic_key = grouped.topic_key
    `.execute(db);
  return rows;
}

/** What a client can make sense of. */
interface ClientSupport {
  readonly emptyTopics: boolean;
  /** Archived channels; clients that do not know them are told of nothing in them. */
  readonly archives: boolean;
}

/** What a user has not read, as the snapshot tells it to a client that knows so much. */
export async function loadUnreadSummary(db: Reader, userId: number, knows: ClientSupport): Promise<UnreadMessages> {
  const all = await loadUnreadConversations(db, userId);
  const conversations = knows.archives ? all : all.filter(({ is_archived }) => !is_archived);
  const direct = conversations.filter(({ channel_id }) => channel_id === null);
  const recipientIds = direct.map(({ recipient_id }) => recipient_id);
  return {
    count: countMessages(conversations.filter(({ is_muted }) => !is_muted)),
    streams: unreadTopics(conversations, knows.emptyTopics),
    ...unreadDirectMessages(userId, direct, await loadConversationMembersOf(db, recipientIds)),
    mentions: unreadMentions(conversations),
    old_unreads_missing: countMessages(conversations) >= MAX_UNREAD_LISTED,
  };
}

const countMessages = (conversations: readonly UnreadConversation[]) =>
  conversations.reduce((count, { ids }) => count + ids.length, 0);

const unreadTopics = (conversations: readonly UnreadConversation[], knowsEmptyTopics: boolean): UnreadTopic[] =>
  conversations
    .flatMap(({ channel_id, topic, ids }) =>
      channel_id === null
        ? []
        : [{ stream_id: channel_id, topic: displayTopic(topic, knowsEmptyTopics), unread_message_ids: [...ids] }],
    )
    .sort((a, b) => a.stream_id - b.stream_id || compareText(a.topic, b.topic));

function unreadDirectMessages(
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
function unreadMentions(conversations: readonly UnreadConversation[]): number[] {
  const ids = conversations.flatMap((conversation) => [
    ...(conversation.mentions ?? []),
    ...(conversation.is_muted ? [] : (conversation.wildcard_mentions ?? [])),
  ]);
  return [...new Set(ids)].sort(ascending);
}
