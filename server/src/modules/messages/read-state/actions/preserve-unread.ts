import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { joinReadBitsInSql } from "../unread/read-bitmap.ts";
import { isUnreadInConversationInSql } from "../unread/unread.ts";

/**
 * Stores exceptions (unread messages below the watermark) for the messages that users had not read when their
 * subscriptions were suspended. Resuming the subscriptions moves the watermarks past these messages; the exceptions
 * keep them unread. Call this before subscriptions are resumed, with the log position locked.
 */
export async function preserveUnread(tx: Tx, userIds: readonly number[]): Promise<void> {
  await sql`
    with returned as materialized (
      select user_id, recipient_id, read_up_to, ended.to_message_id
      from subscription
      cross join lateral (
        select max(to_message_id) as to_message_id from subscription_period as period
        where period.user_id = subscription.user_id and period.recipient_id = subscription.recipient_id
      ) as ended
      where user_id = any(${userIds}::int[]) and is_active
    )
    insert into unread_exception (user_id, message_id)
    select returned.user_id, message.id
    from returned
    join message on message.recipient_id = returned.recipient_id and message.id <= returned.to_message_id
    ${joinReadBitsInSql(sql`returned.user_id`)}
    where ${isUnreadInConversationInSql(sql`returned.user_id`, "returned")}
    on conflict do nothing`.execute(tx);
}
