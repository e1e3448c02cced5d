import { sql } from "kysely";
import { idList, isOneOf } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Arrivals } from "../arrivals.ts";
import { joinReadBitsInSql } from "../read-bits.ts";
import { isUnreadInConversationInSql } from "../unread.ts";

/**
 * Keeps messages that go to another channel unread for those in both channels who have not read them; for all others they
 * count as read there. To be called before they go, with everybody in the two channels locked.
 */
export async function carryUnread(tx: Tx, oldId: number, { ids, channel: { id: newId } }: Arrivals): Promise<void> {
  await sql`
    with message as materialized (
      select id, sender_id, is_settled from message where id = any(${idList(ids)})
    ), in_both as materialized (
      select before.user_id, before.read_up_to from subscription as before
      join subscription as after using (user_id)
      where before.channel_id = ${oldId} and before.is_active and after.channel_id = ${newId} and after.is_active
    ), lost as (
      delete from unread_exception where ${isOneOf(sql`message_id`, ids)} and user_id not in (
        select user_id from subscription where channel_id = ${newId} and is_active
      )
    )
    insert into unread_exception (user_id, message_id)
    select in_both.user_id, message.id
    from in_both cross join message
    ${joinReadBitsInSql(sql`in_both.user_id`)}
    where ${isUnreadInConversationInSql(sql`in_both.user_id`, "in_both")}
    on conflict do nothing`.execute(tx);
}
