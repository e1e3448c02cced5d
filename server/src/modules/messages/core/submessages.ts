import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * Query that returns the submessages of messages as one JSON array ordered by id, or null if there are no submessages.
 */
export const submessagesQuery = (messageIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select json_agg(json_build_object(
    'id', id, 'message_id', message_id, 'sender_id', sender_id, 'msg_type', msg_type, 'content', content
  ) order by id)
  from submessage where message_id = any(array(${messageIds}))`;

/** SQL expression for the approximate size, in bytes, of the JSON array that `submessagesQuery` returns. */
export const submessageBytesInSql = (messageIds: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(octet_length(content) + 100), 0) from submessage where message_id = any(array(${messageIds}))
)`;

/**
 * Finds the submessage that created a message's widget, for example a poll. Returns undefined if the message has no
 * widget.
 */
export async function findWidgetSubmessage(db: Reader, messageId: number): Promise<{ content: string } | undefined> {
  return db
    .selectFrom("submessage")
    .select("content")
    .where("message_id", "=", messageId)
    .where("msg_type", "=", "widget")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Returns the total length of a message's submessages, in characters. */
export async function loadSubmessageLength(db: Reader, messageId: number): Promise<number> {
  const { length } = await db
    .selectFrom("submessage")
    .select(sql<number>`coalesce(sum(length(content)), 0)::int8`.as("length"))
    .where("message_id", "=", messageId)
    .executeTakeFirstOrThrow();
  return length;
}

/** True if the user has already added a submessage to the message. */
export async function hasSubmessageFrom(db: Reader, messageId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("submessage")
    .select("id")
    .where("message_id", "=", messageId)
    .where("sender_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
