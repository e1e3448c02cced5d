import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { loadGrantees, channelViewers } from "#modules/channels/core/announcements/channel-audience.ts";
import { recordChannelChanges } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { channelChanged } from "#modules/channels/core/events.ts";

/**
 * Updates the id of a channel's first message after messages were deleted. If it has changed, sends an event to the
 * users who can see the channel. The organization's log position must be locked. `oldest` is an id below which the
 * channel has no remaining message; it saves scanning many rows that have just been deleted, which is slow.
 */
export async function updateAfterMessagesDeleted(
  tx: Tx,
  channelId: number,
  ids: readonly number[],
  oldest = 0,
): Promise<void> {
  const { rows } = await sql<Row<"channel">>`
    update channel set first_message_id = (
      select id from message where message.recipient_id = channel.recipient_id and id >= ${oldest} order by id limit 1
    )
    where channel.id = ${channelId} and first_message_id = any(${idList(ids)})
    returning *`.execute(tx);
  const grantees = await loadGrantees(tx, rows);
  for (const channel of rows) {
    recordChannelChanges(tx, channel.realm_id, [channel.id]);
    emit(tx, channelViewers(channel, grantees), channelChanged(channel, "first_message_id", channel.first_message_id));
  }
}
