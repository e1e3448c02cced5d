import { sql } from "kysely";
import { idList, isNoneOf } from "@parlance/kernel/db/id-list.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { EVENT_ID_STEP } from "@parlance/kernel/events/event-ids.ts";
import { isAnyWithinPeriodInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";

/**
 * Prevents former subscribers of a channel from seeing messages that were moved to it from another channel. The
 * messages may have been sent while these users were subscribed, so their ids are within the users' subscription
 * periods, although the users never received them here. Each such period is split so that it does not contain these
 * ids. The additional periods created by the split contain no events. `ids` must be ascending, the channel's
 * subscribers must be locked, and the messages must already be moved.
 */
export async function hideFromPastSubscribers(
  tx: Tx,
  { recipient_id: recipientId }: Pick<Row<"channel">, "recipient_id">,
  ids: readonly number[],
): Promise<void> {
  const block = (id: string) => sql`${sql.ref(id)} / ${sql.lit(EVENT_ID_STEP)}`;
  await sql`
    with arrived as materialized (select ${idList(ids)} as ids),
    past as materialized (
      select period.* from arrived join subscription_period as period
        on period.recipient_id = ${recipientId} and period.to_message_id is not null and ${isAnyWithinPeriodInSql(sql`arrived.ids`)}
      where not exists (
        select from subscription_period as present
        where present.user_id = period.user_id and present.recipient_id = ${recipientId} and present.to_message_id is null
      )
    ),
    run as materialized (
      select min(message.id) - 1 as first, max(message.id) as last from message cross join arrived
      where message.recipient_id = ${recipientId} and ${isNoneOf(sql`message.id`, ids)} and exists (select from past)
      group by width_bucket(message.id, arrived.ids)
    ),
    part as materialized (
      select user_id, from_event_id, greatest(first, from_message_id) as first, least(last, to_message_id) as last,
        row_number() over (partition by user_id, from_event_id order by first) as nth
      from past join run on first < to_message_id and last > from_message_id
    ),
    shortened as (
      update subscription_period as period
      set from_message_id = coalesce(part.first, past.from_message_id), to_message_id = coalesce(part.last, past.from_message_id)
      from past left join part on part.user_id = past.user_id and part.from_event_id = past.from_event_id and nth = 1
      where period.user_id = past.user_id and period.recipient_id = ${recipientId} and period.from_event_id = past.from_event_id
    )
    insert into subscription_period (user_id, recipient_id, from_message_id, to_message_id, from_event_id, to_event_id)
    select user_id, ${recipientId}, first, last, event_id, event_id from (
      select part.*, row_number() over (partition by user_id, ${block("from_event_id")} order by from_event_id, nth) + (
        select max(other.from_event_id) from subscription_period as other
        where other.user_id = part.user_id and other.recipient_id = ${recipientId}
          and ${block("other.from_event_id")} = ${block("part.from_event_id")}
      ) as event_id
      from part where nth > 1
    ) as part`.execute(tx);
}
