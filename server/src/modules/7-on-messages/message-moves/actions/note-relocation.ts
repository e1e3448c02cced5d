import { sql } from "kysely";
import type { Row } from "#kernel/db/types.ts";
import { emit } from "#kernel/events/log.ts";
import type { Write } from "#kernel/http/context.ts";
import { noteDeletedMessages } from "#modules/4-channels/channels/actions/note-deleted-messages.ts";
import { loadGrantees, thoseWhoSee } from "#modules/4-channels/channels/audiences.ts";
import { channelChanged } from "#modules/4-channels/channels/events.ts";
import { isRecentlyActive } from "#modules/4-channels/channels/presentation.ts";
import type { Relocation } from "../relocation.ts";

/** Notes which messages are the first of the two channels now, and that the new one is in use. Tells those who see them. */
export async function noteRelocation({ tx, now }: Write, { ids, from, to }: Relocation): Promise<void> {
  await noteDeletedMessages(tx, from.channel.id, ids);
  const { rows } = await sql<Row<"channel">>`
    update channel set first_message_id = least(first_message_id, ${ids[0]}),
      last_message_at = greatest(last_message_at, (select max(sent_at) from message where id = ${ids.at(-1)}))
    where id = ${to.channel.id}
    returning *`.execute(tx);
  const grantees = await loadGrantees(tx, rows);
  for (const channel of rows) {
    const audience = thoseWhoSee(channel, grantees);
    if (channel.first_message_id !== to.channel.first_message_id) {
      emit(tx, audience, channelChanged(channel, "first_message_id", channel.first_message_id));
    }
    if (isRecentlyActive(channel, now) && !isRecentlyActive(to.channel, now)) {
      emit(tx, audience, channelChanged(channel, "is_recently_active", true));
    }
  }
}
