import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Removes these channels from a bot's default channels, without emitting events. */
export async function clearDefaultChannels(tx: Tx, botId: number, channelIds: readonly number[]): Promise<void> {
  await sql`
    update bot set
      default_sending_channel_id =
        case when default_sending_channel_id <> all(${channelIds}) then default_sending_channel_id end,
      default_events_register_channel_id =
        case when default_events_register_channel_id <> all(${channelIds}) then default_events_register_channel_id end
    where user_id = ${botId}`.execute(tx);
}
