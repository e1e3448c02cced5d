import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Periods that one transaction deletes at most. */
const BATCH = 1000;

/**
 * Deletes periods of subscription that have ended, in which no message was sent anywhere in the organization, and whose events are no
 * longer in the log: nothing follows from them any more. Who subscribes and unsubscribes again and again would leave one each time.
 * Returns whether there may be more.
 */
export async function deleteEmptyPeriods(tx: Tx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with oldest as materialized (
      select counter.realm_id, coalesce((
        select min(id) from event where event.realm_id = counter.realm_id
      ), counter.last_event_id + 1) as event_id
      from realm_counter as counter
    ), empty as (
      select user_id, recipient_id, from_event_id
      from subscription_period as period
      join recipient on recipient.id = period.recipient_id
      join oldest on oldest.realm_id = recipient.realm_id
      where period.from_message_id = period.to_message_id and period.to_event_id < oldest.event_id
      limit ${BATCH}
    )
    delete from subscription_period as period using empty
    where period.user_id = empty.user_id and period.recipient_id = empty.recipient_id
      and period.from_event_id = empty.from_event_id`.execute(tx);
  return numAffectedRows === BigInt(BATCH);
}
