import { sql, type RawBuilder } from "kysely";
import { countsAsUnreadInSql } from "../received-conversations.ts";
import { readBitInSql, readBitsOfInSql } from "./read-bitmap.ts";
import { isExceptionInSql } from "./unread-exceptions.ts";

/* Definition of unread messages: in each conversation, messages above the user's watermark that count as unread and
   whose read bit is not set; and exceptions, in any conversation. Exceptions are deleted when their user leaves the
   channel, so an existing exception always means unread. The rule in SQL is next to the rule in code, and
   unread.property.test.ts asserts that they agree. */

/** The data that determines whether one message is unread for one user. */
export interface ReadStateInput {
  readonly id: number;
  /**
   * True if it can be unread: in a direct message conversation, or in a channel that the user is currently subscribed
   * to.
   */
  readonly is_active: boolean;
  /** The watermark: all messages up to this id count as read. */
  readonly read_up_to: number;
  /** The condition `countsAsUnreadInSql`. If it is false, the message is unread only if it was marked as unread. */
  readonly is_news: boolean;
  readonly has_read_bit: boolean;
  readonly is_exception: boolean;
}

export const isUnread = (facts: ReadStateInput): boolean =>
  facts.is_exception || (facts.is_active && isTrackedByBitmap(facts) && !facts.has_read_bit);

/** True if the bit determines whether the message is read. */
export const isTrackedByBitmap = ({
  id,
  read_up_to,
  is_news,
}: Pick<ReadStateInput, "id" | "read_up_to" | "is_news">): boolean => id > read_up_to && is_news;

/**
 * The share of `isUnread` that follows from a conversation, for rows of `message` that are joined with the user's bits.
 */
export const isUnreadInConversationInSql = (
  userId: RawBuilder<number>,
  alias: "conversation" | "subscription" | "returned" | "in_both" = "conversation",
): RawBuilder<boolean> => sql`(
  message.id > ${sql.ref(`${alias}.read_up_to`)} and ${countsAsUnreadInSql(userId)} and ${readBitInSql} = 0
)`;

/** Condition that a row of `message` is above the watermark of its row of `mine`. */
export const isAboveWatermarkInSql = sql<boolean>`mine.is_subscribed and message.id > mine.read_up_to`;

/**
 * `isUnread` for rows of `message` and of `mine`. Rows of `mine` may be missing in a left join, because exceptions also
 * exist for messages from before the user subscribed.
 */
export const isUnreadInSql = (userId: number): RawBuilder<boolean> => sql`(
  coalesce(${isAboveWatermarkInSql}, false) and ${countsAsUnreadInSql(sql`${userId}`)}
    and not exists (select from read_chunk where ${readBitsOfInSql(sql`${userId}`)} and ${readBitInSql} = 1)
  or ${isExceptionInSql(sql`${userId}`)}
)`;

/** Query for the watermarks of a user: `recipient_id` and `read_up_to`. `only` is a condition on the recipients. */
export const watermarksInSql = (userId: number, only: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> => sql`
  select recipient_id, read_up_to from subscription where user_id = ${userId} and is_active and ${only}
  union all
  select recipient_id, read_up_to from direct_member where user_id = ${userId} and ${only}`;
