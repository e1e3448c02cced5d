import { sql, type RawBuilder } from "kysely";
import { countsAsUnreadInSql } from "../received-conversations.ts";
import { readBitInSql, readBitsOfInSql } from "./read-bitmap.ts";
import { isExceptionInSql } from "./unread-exceptions.ts";

/*
 * What is unread: in each conversation (a channel or a direct one), the news above the reader's watermark without a bit;
 * and exceptions, wherever they are. They are removed when their user leaves the channel, so one that exists always means
 * unread. The rule in SQL stands beside the rule; unread.property.test.ts holds the two together.
 */

/** What decides it, of one user and one message. */
export interface ReadStateInput {
  readonly id: number;
  /** Whether it can be unread: in a direct conversation, or in a channel that the user is subscribed to now. */
  readonly is_active: boolean;
  /** The watermark: at or below it everything counts as read. */
  readonly read_up_to: number;
  /** As the condition `isNews` says; what is no news is unread only if marked so. */
  readonly is_news: boolean;
  readonly has_read_bit: boolean;
  readonly is_exception: boolean;
}

export const isUnread = (facts: ReadStateInput): boolean =>
  facts.is_exception || (facts.is_active && isTrackedByBitmap(facts) && !facts.has_read_bit);

/** Whether the bit says whether it is read. */
export const isTrackedByBitmap = ({
  id,
  read_up_to,
  is_news,
}: Pick<ReadStateInput, "id" | "read_up_to" | "is_news">): boolean => id > read_up_to && is_news;

/** What of `isUnread` follows from a conversation, of rows of `message`: the query has them joined with the user's bits. */
export const isUnreadInConversationInSql = (
  userId: RawBuilder<number>,
  alias: "conversation" | "subscription" | "returned" | "in_both" = "conversation",
): RawBuilder<boolean> => sql`(
  message.id > ${sql.ref(`${alias}.read_up_to`)} and ${countsAsUnreadInSql(userId)} and ${readBitInSql} = 0
)`;

/** Whether a row of `message` is above the watermark of the row of `mine` by which it came. */
export const isAboveWatermarkInSql = sql<boolean>`mine.is_subscribed and message.id > mine.read_up_to`;

/**
 * `isUnread` of rows of `message` and rows of `mine`. These may be missing (a left join): exceptions exist also for messages
 * from before the user came.
 */
export const isUnreadInSql = (userId: number): RawBuilder<boolean> => sql`(
  coalesce(${isAboveWatermarkInSql}, false) and ${countsAsUnreadInSql(sql`${userId}`)}
    and not exists (select from read_chunk where ${readBitsOfInSql(sql`${userId}`)} and ${readBitInSql} = 1)
  or ${isExceptionInSql(sql`${userId}`)}
)`;

/** The watermarks of a user, `recipient_id` and `read_up_to`; `only` is a condition for the recipients. */
export const watermarksInSql = (userId: number, only: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> => sql`
  select recipient_id, read_up_to from subscription where user_id = ${userId} and is_active and ${only}
  union all
  select recipient_id, read_up_to from direct_member where user_id = ${userId} and ${only}`;
