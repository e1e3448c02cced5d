import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { UserMessageState } from "../user-message.ts";
import { joinReadBitsInSql } from "./read-bitmap.ts";
import { isUnreadInConversationInSql, watermarksInSql } from "./unread.ts";
import { userExceptionsInSql } from "./unread-exceptions.ts";

/** A message that is unread for a user. `is_exception` is explained in unread-exceptions.ts. */
export type UnreadMessage = Pick<UserMessageState, "id" | "recipient_id" | "is_exception">;

/**
 * Finds all messages that are unread for a user in a channel, or in one topic of the channel. They are ordered by id.
 */
export async function findUnreadInChannel(
  db: Reader,
  userId: number,
  recipientId: number,
  topicKey?: string,
): Promise<readonly UnreadMessage[]> {
  const inTopic = topicKey === undefined ? sql<boolean>`true` : sql<boolean>`message.topic_key = ${topicKey}`;
  const { rows } = await sql<UnreadMessage>`
    select message.id, message.recipient_id, false as is_exception
    from subscription
    join message on message.recipient_id = subscription.recipient_id
    ${joinReadBitsInSql(sql`${userId}`)}
    where subscription.user_id = ${userId} and subscription.recipient_id = ${recipientId} and subscription.is_active
      and ${inTopic} and ${isUnreadInConversationInSql(sql`${userId}`, "subscription")}
    union all
    select message.id, message.recipient_id, true
    from (${userExceptionsInSql(userId)}) as exception join message on message.id = exception.message_id
    where message.recipient_id = ${recipientId} and ${inTopic}
    order by id`.execute(db);
  return rows;
}

/**
 * Finds the messages among `ids` that are unread for a user. They are ordered by id. The query returns one row per
 * conversation instead of one per message.
 */
export async function findUnreadAmong(
  db: Reader,
  userId: number,
  ids: readonly number[],
): Promise<readonly UnreadMessage[]> {
  const { rows } = await sql<Omit<UnreadMessage, "id"> & { ids: readonly number[] }>`
    with message as materialized (
      select id, recipient_id, sender_id, is_settled from message where id = any(${ids}::bigint[])
    ), conversation as (
      ${watermarksInSql(userId)}
    )
    select message.recipient_id, false as is_exception, json_agg(message.id) as ids
    from message
    join conversation on conversation.recipient_id = message.recipient_id
    ${joinReadBitsInSql(sql`${userId}`)}
    where ${isUnreadInConversationInSql(sql`${userId}`)}
    group by message.recipient_id
    union all
    select message.recipient_id, true, json_agg(message.id)
    from (${userExceptionsInSql(userId)}) as exception join message on message.id = exception.message_id
    group by message.recipient_id`.execute(db);
  const unread = rows.flatMap((row) =>
    row.ids.map((id) => ({ id, recipient_id: row.recipient_id, is_exception: row.is_exception })),
  );
  return unread.sort((a, b) => a.id - b.id);
}
