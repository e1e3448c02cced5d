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

/** Maximum number of unread messages listed. If a user has more, only the newest are listed. */
const MAX_UNREAD_LISTED = 50_000;

/** The unread messages of one topic, or of one direct message conversation. */
interface UnreadConversation {
  readonly recipient_id: number;
  /** `null` for direct messages. */
  readonly channel_id: number | null;
  /** True if the topic is muted, or if its channel is muted and the topic is not unmuted. */
  readonly is_muted: boolean;
  /** True if the channel is archived. */
  readonly is_archived: boolean;
  /** The topic, spelled as in the newest of the unread messages. */
  readonly topic: string;
  /** Ascending. */
  readonly ids: readonly number[];
  /** Ids of the messages that mention the user by name or as a member of a group. */
  readonly mentions: readonly number[] | null;
  /** Ids of the messages that mention all users in the channel or topic. */
  readonly wildcard_mentions: readonly number[] | null;
}

/**
 * Loads a user's newest unread messages, by conversation. The query examines only exceptions and messages above the
 * user's watermarks, never the whole history.
 */
async function loadUnreadConversations(
  db: Reader,
  userId: number,
  limit = MAX_UNREAD_LISTED,
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
        order by message.id desc limit ${limit}
      ) as above
      union all
      select message_id from (${userExceptionsInSql(userId)}) as exception
      order by id desc limit ${limit}
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

/** Features that the requesting client supports. */
interface ClientSupport {
  readonly emptyTopics: boolean;
  /** True if the client supports archived channels. Other clients receive no data about such channels. */
  readonly archives: boolean;
}

/** Loads a user's unread messages for the register response, in the form that the client supports. */
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

/** Returns the ids of messages with unread mentions. In muted conversations, wildcard mentions do not count. */
function unreadMentions(conversations: readonly UnreadConversation[]): number[] {
  const ids = conversations.flatMap((conversation) => [
    ...(conversation.mentions ?? []),
    ...(conversation.is_muted ? [] : (conversation.wildcard_mentions ?? [])),
  ]);
  return [...new Set(ids)].sort(ascending);
}
