import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { isTopicMuted } from "#modules/channels/topic-visibility/muted-topic-condition.ts";
import { messageFlags } from "./flags/message-flags.ts";
import { joinReadBitsInSql } from "./unread/read-bitmap.ts";
import { isUnreadInConversationInSql, watermarksInSql } from "./unread/unread.ts";
import { exceptionsOfInSql } from "./unread/unread-exceptions.ts";

/** No more unread messages than these, the newest, are listed. */
export const UNREAD_LISTED = 50_000;

/** The unread messages of one topic, or of one direct conversation. */
export interface UnreadConversation {
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
export async function unreadConversations(
  db: Reader,
  userId: number,
  most = UNREAD_LISTED,
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
      select message_id from (${exceptionsOfInSql(userId)}) as exception
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
    select grouped.*, subscription.channel_id, ${isTopicMuted} as is_muted,
      coalesce(channel.is_archived, false) as is_archived
    from grouped
    left join subscription on subscription.user_id = ${userId} and subscription.recipient_id = grouped.recipient_id
    left join channel on channel.id = subscription.channel_id
    left join user_topic on user_topic.user_id = ${userId} and user_topic.channel_id = subscription.channel_id
      and user_topic.topic_key = grouped.topic_key
    `.execute(db);
  return rows;
}
