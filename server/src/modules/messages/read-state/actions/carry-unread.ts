import { sql } from "kysely";
import { idList, isOneOf } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { isWithinInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { type HistoryPrivacy, isHistoryShared } from "#modules/channels/core/access/visibility-rules.ts";
import type { Arrivals } from "../arrivals.ts";
import { joinReadBitsInSql } from "../unread/read-bitmap.ts";
import { isUnreadInConversationInSql } from "../unread/unread.ts";

/**
 * Keeps messages that go to another channel unread for those in both channels who have not read them; for all others they
 * count as read there. Users whose accounts are deactivated keep unread what they had received; in a channel with protected
 * history, they receive nothing. To be called before the messages go, with everybody in the two channels locked.
 */
export async function carryUnread(
  tx: Tx,
  oldId: number,
  { ids, channel }: Arrivals & { readonly channel: HistoryPrivacy },
): Promise<void> {
  const receives = isHistoryShared(channel) ? sql`true` : sql`account.is_active`;
  await sql`
    with message as materialized (
      select id, recipient_id, sender_id, is_settled from message where id = any(${idList(ids)})
    ), recipient as materialized (
      select user_id, account.is_active as is_present from subscription join account on account.id = user_id
      where channel_id = ${channel.id} and subscription.is_active and ${receives}
    ), in_both as materialized (
      select user_id, read_up_to, is_present from subscription join recipient using (user_id)
      where channel_id = ${oldId} and is_active
    ), lost as (
      delete from unread_exception
      where ${isOneOf(sql`message_id`, ids)} and user_id not in (select user_id from recipient)
    )
    insert into unread_exception (user_id, message_id)
    select in_both.user_id, message.id
    from in_both cross join message
    ${joinReadBitsInSql(sql`in_both.user_id`)}
    where ${isUnreadInConversationInSql(sql`in_both.user_id`, "in_both")} and (
      is_present or exists (
        select from subscription_period as period
        where period.user_id = in_both.user_id and period.recipient_id = message.recipient_id
          and ${isWithinInSql(sql`message.id`)}
      )
    )
    on conflict do nothing`.execute(tx);
}
