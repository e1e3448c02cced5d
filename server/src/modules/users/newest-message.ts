import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";

/** The newest message that a user received: of a channel while subscribed, or of a direct conversation. */
export async function newestMessageId(db: Reader, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(newest.id) as id from (
      select recipient_id, to_message_id from subscription_period where user_id = ${userId}
      union all
      select recipient_id, null from direct_member where user_id = ${userId}
    ) as heard
    cross join lateral (
      select message.id from message
      where message.recipient_id = heard.recipient_id and message.id <= coalesce(heard.to_message_id, message.id)
      order by message.id desc limit 1
    ) as newest`.execute(db);
  return rows[0]?.id ?? null;
}
