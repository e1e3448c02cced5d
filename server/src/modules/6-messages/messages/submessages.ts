import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#kernel/db/types.ts";

/** What the widgets of some messages are made of, as one JSON array in order; null: they have none. */
export const submessagesOf = (messageIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select json_agg(json_build_object(
    'id', id, 'message_id', message_id, 'sender_id', sender_id, 'msg_type', msg_type, 'content', content
  ) order by id)
  from submessage where message_id = any(array(${messageIds}))`;

/** What a message's widget began as; undefined: it has none. */
export async function firstSubmessage(db: Reader, messageId: number): Promise<{ content: string } | undefined> {
  return db
    .selectFrom("submessage")
    .select("content")
    .where("message_id", "=", messageId)
    .where("msg_type", "=", "widget")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Whether somebody added something to a message already. */
export async function hasAdded(db: Reader, messageId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("submessage")
    .select("id")
    .where("message_id", "=", messageId)
    .where("sender_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
