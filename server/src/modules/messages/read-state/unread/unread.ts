import { sql, type RawBuilder } from "kysely";
import { countsAsUnreadForUserInSql, countsAsUnreadInSql } from "../received-conversations.ts";
import { hasReadBitInSql, readBitInSql, readBitsOfInSql } from "./read-bitmap.ts";
import { isExceptionInSql, userExceptionsInSql } from "./unread-exceptions.ts";

/* Definition of unread messages. Some are above the watermark of their conversation: they are unread if they count as
   unread (see `countsAsUnreadInSql`) and their read bit is not set. The others are exceptions (see
   unread-exceptions.ts). Exceptions are deleted when their user unsubscribes from the channel, so an existing exception
   always means that the message is unread. The rules are implemented in code and in SQL, and unread.property.test.ts
   asserts that the two implementations agree. */

/** The data that determines whether a message is unread for a user. */
export interface ReadStateInput {
  readonly id: number;
  /**
   * True if the message can be unread: it is in a direct message conversation, or in a channel to which the user is
   * subscribed.
   */
  readonly is_active: boolean;
  /** The watermark. Messages up to this id are read, unless they are exceptions. */
  readonly read_up_to: number;
  /**
   * Value of the condition `countsAsUnreadInSql`. If it is false, the message is unread only if the user marked it as
   * unread.
   */
  readonly is_news: boolean;
  readonly has_read_bit: boolean;
  readonly is_exception: boolean;
}

export const isUnread = (facts: ReadStateInput): boolean =>
  facts.is_exception || (facts.is_active && isTrackedByBitmap(facts) && !facts.has_read_bit);

/**
 * True if the read bit determines whether the message is read, because the message is above the watermark and counts as
 * unread.
 */
export const isTrackedByBitmap = ({
  id,
  read_up_to,
  is_news,
}: Pick<ReadStateInput, "id" | "read_up_to" | "is_news">): boolean => id > read_up_to && is_news;

/**
 * Condition on rows of `message`, joined with the user's read bits: the message is above the conversation's watermark
 * and is unread. Exceptions are not checked.
 */
export const isUnreadInConversationInSql = (
  userId: RawBuilder<number>,
  alias: "conversation" | "subscription" | "returned" | "in_both" = "conversation",
): RawBuilder<boolean> => sql`(
  message.id > ${sql.ref(`${alias}.read_up_to`)} and ${countsAsUnreadInSql(userId)} and ${readBitInSql} = 0
)`;

/**
 * Condition on rows of `message` and `mine` (see `receivedConversationsInSql`): the user is subscribed, and the message
 * is above the watermark.
 */
export const isAboveWatermarkInSql = sql<boolean>`mine.is_subscribed and message.id > mine.read_up_to`;

/**
 * Condition on rows of `message` and `mine` (see `receivedConversationsInSql`): the message is unread for the user.
 * With a left join, the row of `mine` may be missing, because the user did not receive the message. Such a message is
 * unread if it is an exception: a subscriber can mark messages as unread that were sent before the subscription.
 */
export const isUnreadInSql = (userId: number): RawBuilder<boolean> => sql`(
  coalesce(${isAboveWatermarkInSql}, false) and ${countsAsUnreadInSql(sql`${userId}`)}
    and not exists (select from read_chunk where ${readBitsOfInSql(sql`${userId}`)} and ${readBitInSql} = 1)
  or ${isExceptionInSql(sql`${userId}`)}
)`;

/**
 * The condition of `isUnreadInSql` for many messages of one user. The query fetches all of the user's read bits and
 * exceptions once. Looking them up for each message would account for most of the cost of scanning read messages.
 */
export const isUnreadAmongManyInSql = (userId: number): RawBuilder<boolean> => sql`(
  coalesce(${isAboveWatermarkInSql}, false) and ${countsAsUnreadForUserInSql(userId)} and not ${hasReadBitInSql(userId)}
  or message.id in (${userExceptionsInSql(userId)})
)`;

/**
 * Query for a user's watermarks, with the columns `recipient_id` and `read_up_to`. `only` is an additional condition on
 * `recipient_id`.
 */
export const watermarksInSql = (userId: number, only: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> => sql`
  select recipient_id, read_up_to from subscription where user_id = ${userId} and is_active and ${only}
  union all
  select recipient_id, read_up_to from direct_member where user_id = ${userId} and ${only}`;
