import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Makes none of these channels a bot's default any more, and tells nobody. */
export async function clearDefaultChannels(tx: Tx, botId: number, channelIds: readonly number[]): Promise<void> {
  await sql`
    update bot set
      default_sending_channel_id =
        case when default_sending_channel_id <> all(${channelIds}) then default_sending_channel_id end,
      default_events_register_channel_id =
        case when default_events_register_channel_id <> all(${channelIds}) then default_events_register_channel_id end
    where user_id = ${botId}`.execute(tx);
}
