import { sql } from "kysely";
import type { Row, Tx } from "#kernel/db/types.ts";
import { emit, lockPosition } from "#kernel/events/event-log.ts";
import { recently, type Activity } from "../channel-activity.ts";
import { loadGrantees, thoseWhoSee } from "../announcements/channel-audience.ts";
import { takeChannelLocks } from "../channel-locks.ts";
import { noteChannels } from "../snapshot/channels-snapshot.ts";
import { channelChanged } from "../events.ts";

interface Noted extends Row<"channel"> {
  readonly was_recently_active: boolean;
  readonly earlier_traffic: number | null;
}

/** Stores how active channels were found to be, and tells those who see them what is new. */
export async function noteActivity(
  tx: Tx,
  { realmId, now }: { readonly realmId: number; readonly now: Date },
  found: readonly Activity[],
): Promise<void> {
  const ids = found.map(({ id }) => id);
  await takeChannelLocks(tx, realmId, { ids });
  // Something may have been sent since it was looked at; from here on, nothing is.
  await lockPosition(tx, realmId);
  const { rows } = await sql<Noted>`
    update channel set weekly_traffic = found.weekly_traffic,
      is_recently_active = coalesce(channel.last_message_at, channel.created_at) >= ${recently(now)}
    from json_populate_recordset(null::channel, ${JSON.stringify(found)}::json) as found
    join channel as earlier using (id)
    where channel.id = found.id
    returning channel.*, earlier.is_recently_active as was_recently_active, earlier.weekly_traffic as earlier_traffic`.execute(
    tx,
  );
  noteChannels(tx, realmId, ids);
  const grantees = await loadGrantees(tx, rows);
  for (const { was_recently_active, earlier_traffic, ...channel } of rows.sort((a, b) => a.id - b.id)) {
    const audience = thoseWhoSee(channel, grantees);
    const { is_recently_active: isActive, weekly_traffic: traffic } = channel;
    if (isActive !== was_recently_active) emit(tx, audience, channelChanged(channel, "is_recently_active", isActive));
    if (traffic !== earlier_traffic) emit(tx, audience, channelChanged(channel, "stream_weekly_traffic", traffic));
  }
}
