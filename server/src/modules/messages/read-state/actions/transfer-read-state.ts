import { sql } from "kysely";
import { isOneOf } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { type Arrivals, comesToThem } from "../arrivals.ts";
import { messageFlags } from "../flags/message-flags.ts";
import { isConnectingInSql } from "../received-messages.ts";

/** Messages that one user had starred, ascending. */
export interface Stars {
  readonly userId: number;
  readonly ids: readonly number[];
}

/**
 * Keeps the flags that people have on messages which come to another channel, where they are among its readers: these keep
 * the messages their own. The others lose theirs. Returns the stars that are lost. The organization's position must be
 * locked.
 */
export async function keepFlags(
  tx: Tx,
  { ids, channel }: Arrivals,
  readers: ReadonlySet<number>,
): Promise<readonly Stars[]> {
  const isReader = sql`user_id = any(${[...readers]}::int[])`;
  await sql`
    update message_flag set flags = flags | ${sql.lit(messageFlags.summoned)}
    where ${isOneOf(sql`message_id`, ids)} and ${isReader} and not (${isConnectingInSql})
      and not ${comesToThem({ channel }, "message_flag")}`.execute(tx);
  const { rows } = await sql<Stars>`
    with lost as (
      delete from message_flag where ${isOneOf(sql`message_id`, ids)} and not ${isReader}
      returning user_id, message_id, flags
    )
    select user_id as "userId", json_agg(message_id order by message_id) as ids from lost
    where flags & ${sql.lit(messageFlags.starred)} <> 0
    group by user_id order by user_id`.execute(tx);
  return rows;
}
