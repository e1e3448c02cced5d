import { sql } from "kysely";
import { idList } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { type Arrivals, comesToThem } from "../arrivals.ts";
import { messageFlags } from "../flags/message-flags.ts";

/**
 * Connects subscribers of a channel with protected history to messages that came from another channel and that they did not
 * receive. Those whose accounts are deactivated are not connected: they receive nothing.
 */
export async function connectSubscribers(tx: Tx, { ids, channel }: Arrivals): Promise<void> {
  const bit = sql.lit(messageFlags.summoned);
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select reader.user_id, reader.message_id, ${bit}
    from (
      select period.user_id, message.id as message_id
      from subscription_period as period cross join unnest(${idList(ids)}) as message (id)
      where period.recipient_id = ${channel.recipient_id} and period.to_message_id is null
    ) as reader
    where not ${comesToThem({ channel }, "reader")}
    on conflict (user_id, message_id) do update set flags = message_flag.flags | ${bit}`.execute(tx);
}
