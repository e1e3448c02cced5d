import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { loadGrantees, channelViewers } from "#modules/channels/core/announcements/channel-audience.ts";
import { recordChannelChanges } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { channelChanged } from "#modules/channels/core/events.ts";

interface SentChannelRow extends Row<"channel"> {
  readonly earlier_first_message_id: number | null;
  readonly was_recently_active: boolean;
}

/**
 * Updates channels after messages were sent to them: the id of the channel's first message, if it had none, and at most
 * once a day its activity. If a channel's first message is set or it becomes recently active, sends an event to the
 * users who can see it. `firstIds` contains the id of the first of the new messages, by channel id. Usually nothing
 * changes.
 */
export async function updateAfterMessagesSent(tx: Tx, now: Date, firstIds: ReadonlyMap<number, number>): Promise<void> {
  if (firstIds.size === 0) return;
  const { rows } = await sql<SentChannelRow>`
    with sent as (
      select * from unnest(${[...firstIds.keys()]}::int[], ${[...firstIds.values()]}::bigint[]) as sent (channel_id, id)
    ), earlier as (
      select channel.id, first_message_id, is_recently_active, sent.id as sent_id
      from channel join sent on sent.channel_id = channel.id
      where first_message_id is null or last_message_at < ${now}::timestamptz - interval '1 day'
      order by channel.id
      for no key update of channel
    )
    update channel set first_message_id = coalesce(earlier.first_message_id, earlier.sent_id), last_message_at = ${now},
      is_recently_active = true
    from earlier where channel.id = earlier.id
    returning channel.*, earlier.first_message_id as earlier_first_message_id,
      earlier.is_recently_active as was_recently_active`.execute(tx);
  const grantees = await loadGrantees(tx, rows);
  for (const channel of rows) {
    recordChannelChanges(tx, channel.realm_id, [channel.id]);
    const audience = channelViewers(channel, grantees);
    if (channel.earlier_first_message_id === null) {
      emit(tx, audience, channelChanged(channel, "first_message_id", channel.first_message_id));
    }
    if (!channel.was_recently_active) emit(tx, audience, channelChanged(channel, "is_recently_active", true));
  }
}
