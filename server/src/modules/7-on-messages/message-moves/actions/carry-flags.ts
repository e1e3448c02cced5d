import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { isWithinInSql } from "#modules/4-channels/channels/periods.ts";
import { isHistoryShared } from "#modules/4-channels/channels/reading.ts";
import { isConnectingInSql } from "#modules/5-on-channels/read-state/receiving.ts";
import { messageFlags } from "#modules/5-on-channels/read-state/flags.ts";
import { readersAmong } from "../readers.ts";
import type { Relocation } from "../relocation.ts";

/** Messages that one user had starred, ascending. */
export interface Stars {
  readonly userId: number;
  readonly ids: readonly number[];
}

type Arrival = Pick<Relocation, "ids" | "to">;

/** Whether a message comes to a user by way of the new channel. */
const comesToThem = ({ to }: Pick<Arrival, "to">, pair: "message_flag" | "reader") => {
  const [userId, messageId] = [sql.ref(`${pair}.user_id`), sql.ref(`${pair}.message_id`)];
  return sql`exists (
    select from subscription_period as period
    where period.user_id = ${userId} and period.recipient_id = ${to.channel.recipient_id}
      and ${isWithinInSql(messageId)}
  )`;
};

/**
 * Takes people's flags on messages to another channel. They stay with those who can read the messages there, and keep them
 * their own; the others lose theirs. Who is in a channel that hides its past sees what comes to it now. Returns the stars
 * that are lost. The organization's position must be locked.
 */
export async function carryFlags(tx: Tx, { ids, to }: Arrival): Promise<readonly Stars[]> {
  const lost = await carryOwn(tx, { ids, to });
  if (!isHistoryShared(to.channel)) await showToSubscribers(tx, { ids, to });
  return lost;
}

async function carryOwn(tx: Tx, { ids, to }: Arrival): Promise<readonly Stars[]> {
  const flagged = await tx
    .selectFrom("message_flag")
    .select("user_id")
    .distinct()
    .where("message_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  if (flagged.length === 0) return [];
  const users = flagged.map(({ user_id }) => user_id);
  const readers = await readersAmong(tx, to.channel.id, users);
  const isReader = sql`user_id = any(${[...readers]}::int[])`;
  await sql`
    update message_flag set flags = flags | ${sql.lit(messageFlags.summoned)}
    where message_id = any(${ids}::bigint[]) and ${isReader} and not (${isConnectingInSql})
      and not ${comesToThem({ to }, "message_flag")}`.execute(tx);
  const { rows } = await sql<Stars>`
    with lost as (
      delete from message_flag where message_id = any(${ids}::bigint[]) and not ${isReader}
      returning user_id, message_id, flags
    )
    select user_id as "userId", json_agg(message_id order by message_id) as ids from lost
    where flags & ${sql.lit(messageFlags.starred)} <> 0
    group by user_id order by user_id`.execute(tx);
  return rows;
}

async function showToSubscribers(tx: Tx, { ids, to }: Arrival): Promise<void> {
  const bit = sql.lit(messageFlags.summoned);
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select reader.user_id, reader.message_id, ${bit}
    from (
      select subscription.user_id, message.id as message_id
      from subscription cross join unnest(${ids}::bigint[]) as message (id)
      where subscription.channel_id = ${to.channel.id} and subscription.is_active
    ) as reader
    where not ${comesToThem({ to }, "reader")}
    on conflict (user_id, message_id) do update set flags = message_flag.flags | ${bit}`.execute(tx);
}
