import { sql } from "kysely";
import type { Row } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { loadGrantees, channelViewers } from "#modules/channels/core/announcements/channel-audience.ts";
import { recordChannelChanges } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { channelChanged } from "#modules/channels/core/events.ts";
import { recentActivityCutoff } from "#modules/channels/core/channel-activity.ts";

/**
 * Updates a channel's first message and activity after messages were moved to it from another channel. If they have
 * changed, sends an event to the users who can see the channel. `ids` must be ascending, and the organization's log
 * position must be locked.
 */
export async function updateAfterMessagesMovedIn(
  { tx, now }: Write,
  before: Row<"channel">,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<Row<"channel">>`
    update channel set first_message_id = least(first_message_id, ${ids[0]}),
      last_message_at = greatest(last_message_at, newest.sent_at),
      is_recently_active = is_recently_active or newest.sent_at >= ${recentActivityCutoff(now)}
    from (select max(sent_at) as sent_at from message where id = ${ids.at(-1)}) as newest
    where id = ${before.id}
    returning channel.*`.execute(tx);
  const grantees = await loadGrantees(tx, rows);
  recordChannelChanges(tx, before.realm_id, [before.id]);
  for (const channel of rows) {
    const audience = channelViewers(channel, grantees);
    if (channel.first_message_id !== before.first_message_id) {
      emit(tx, audience, channelChanged(channel, "first_message_id", channel.first_message_id));
    }
    if (channel.is_recently_active && !before.is_recently_active) {
      emit(tx, audience, channelChanged(channel, "is_recently_active", true));
    }
  }
}
