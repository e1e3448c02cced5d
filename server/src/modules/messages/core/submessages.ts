import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** What the widgets of some messages are made of, as one JSON array in order; null: they have none. */
export const submessagesQuery = (messageIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select json_agg(json_build_object(
    'id', id, 'message_id', message_id, 'sender_id', sender_id, 'msg_type', msg_type, 'content', content
  ) order by id)
  from submessage where message_id = any(array(${messageIds}))`;

/** About how many bytes that array has. */
export const submessageBytesInSql = (messageIds: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(octet_length(content) + 100), 0) from submessage where message_id = any(array(${messageIds}))
)`;

/** What a message's widget began as; undefined: it has none. */
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

/** Characters in the submessages of a message. */
export async function loadSubmessageLength(db: Reader, messageId: number): Promise<number> {
  const { length } = await db
    .selectFrom("submessage")
    .select(sql<number>`coalesce(sum(length(content)), 0)::int8`.as("length"))
    .where("message_id", "=", messageId)
    .executeTakeFirstOrThrow();
  return length;
}

/** Whether somebody added something to a message already. */
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
