import { sql } from "kysely";
import { idList } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { type Arrivals, comesToThem } from "../arrivals.ts";
import { messageFlags } from "../flags.ts";

/**
 * Connects subscribers of a channel with protected history to messages that came from another channel and that they did not
 * receive.
 */
export async function connectSubscribers(tx: Tx, { ids, channel }: Arrivals): Promise<void> {
  const bit = sql.lit(messageFlags.summoned);
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select reader.user_id, reader.message_id, ${bit}
    from (
      select subscription.user_id, message.id as message_id
      from subscription cross join unnest(${idList(ids)}) as message (id)
      where subscription.channel_id = ${channel.id} and subscription.is_active
    ) as reader
    where not ${comesToThem({ channel }, "reader")}
    on conflict (user_id, message_id) do update set flags = message_flag.flags | ${bit}`.execute(tx);
}
