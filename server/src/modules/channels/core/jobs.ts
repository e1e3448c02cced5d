import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { findActivityChanges, recentActivityCutoff, type ChannelActivity } from "./channel-activity.ts";
import { sql } from "kysely";
import type { Tx, Row } from "@parlance/kernel/db/types.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import { loadGrantees, channelViewers } from "./announcements/channel-audience.ts";
import { acquireChannelLocks } from "./channel-locks.ts";
import { recordChannelChanges } from "./snapshot/channels-snapshot.ts";
import { channelChanged } from "./events.ts";

interface ChannelActivityRow extends Row<"channel"> {
  readonly was_recently_active: boolean;
  readonly earlier_traffic: number | null;
}

/** Stores the activity of channels. If it has changed, sends events to the users who can see the channels. */
async function storeChannelActivity(
  tx: Tx,
  { realmId, now }: { readonly realmId: number; readonly now: Date },
  found: readonly ChannelActivity[],
): Promise<void> {
  const ids = found.map(({ id }) => id);
  await acquireChannelLocks(tx, realmId, { ids });
  // A message may have been sent since the activity was computed. While the log position is locked, no more messages
  // can be sent.
  await lockPosition(tx, realmId);
  const { rows } = await sql<ChannelActivityRow>`
    update channel set weekly_traffic = found.weekly_traffic,
      is_recently_active = coalesce(channel.last_message_at, channel.created_at) >= ${recentActivityCutoff(now)}
    from json_populate_recordset(null::channel, ${JSON.stringify(found)}::json) as found
    join channel as earlier using (id)
    where channel.id = found.id
    returning channel.*, earlier.is_recently_active as was_recently_active, earlier.weekly_traffic as earlier_traffic`.execute(
    tx,
  );
  recordChannelChanges(tx, realmId, ids);
  const grantees = await loadGrantees(tx, rows);
  for (const { was_recently_active, earlier_traffic, ...channel } of rows.sort((a, b) => a.id - b.id)) {
    const audience = channelViewers(channel, grantees);
    const { is_recently_active: isActive, weekly_traffic: traffic } = channel;
    if (isActive !== was_recently_active) emit(tx, audience, channelChanged(channel, "is_recently_active", isActive));
    if (traffic !== earlier_traffic) emit(tx, audience, channelChanged(channel, "stream_weekly_traffic", traffic));
  }
}

/** Maximum number of subscription periods deleted per transaction. */
const PERIOD_BATCH_SIZE = 1000;

/**
 * Deletes subscription periods that have no effect any more: they have ended, no message was sent in the organization
 * during them, and their events are no longer in the event log. A user who repeatedly subscribes and unsubscribes
 * leaves such a period each time. Returns true if more may be left.
 */
async function deleteEmptyPeriods(tx: Tx): Promise<boolean> {
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
      limit ${PERIOD_BATCH_SIZE}
    )
    delete from subscription_period as period using empty
    where period.user_id = empty.user_id and period.recipient_id = empty.recipient_id
      and period.from_event_id = empty.from_event_id`.execute(tx);
  return numAffectedRows === BigInt(PERIOD_BATCH_SIZE);
}

/**
 * Maximum number of channels changed per transaction. During the transaction, no messages can be sent in the
 * organization.
 */
const ACTIVITY_BATCH_SIZE = 100;

/** Job that computes the traffic of channels, and determines which channels are recently active. */
export const refreshChannelActivity: JobDeclaration = {
  name: "refresh-channel-activity",
  payload: z.object({}),
  schedule: "40 3 * * *",
  async run({ db, clock, signal }) {
    const realms = await db.reader.selectFrom("realm").select("id").where("deactivated_at", "is", null).execute();
    for (const { id: realmId } of realms) {
      const now = clock.now();
      for (let after: number | null = 0; after !== null && !signal.aborted;) {
        const page: Awaited<ReturnType<typeof findActivityChanges>> = await findActivityChanges(db.reader, {
          realmId,
          after,
          now,
        });
        const { changes } = page;
        while (changes.length > 0 && !signal.aborted) {
          const some = changes.splice(0, ACTIVITY_BATCH_SIZE);
          await db.write((tx) => storeChannelActivity(tx, { realmId, now }, some));
        }
        after = page.next;
      }
    }
  },
};

/** Job that deletes subscription periods that have no effect any more. */
export const pruneEmptyPeriods: JobDeclaration = {
  name: "prune-empty-periods",
  payload: z.object({}),
  schedule: "50 3 * * *",
  async run({ db, signal }) {
    while (!signal.aborted && (await db.write(deleteEmptyPeriods)));
  },
};
