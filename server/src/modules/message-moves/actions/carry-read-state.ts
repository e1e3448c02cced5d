import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { isConnecting, isNews } from "#modules/read-state/conditions.ts";
import { messageFlags } from "#modules/read-state/flags.ts";
import { isProtected, readersAmong } from "../readers.ts";
import type { Relocation } from "../relocation.ts";

/**
 * Takes what people have read and marked of messages with these to another channel, before the messages themselves go.
 * Who has not read them, and is in both channels, still has not. Marks of those who can read them there stay, and keep
 * them their own; the others' go. Who is in a channel that hides its past sees what comes to it now. Returns the stars
 * that went. Everybody in the two channels must be locked, and the organization's position.
 */
export async function carryReadState(tx: Tx, { ids, from, to }: Relocation): Promise<readonly Stars[]> {
  const [oldId, newId] = [from.channel.id, to.channel.id];
  const moved = sql`any(${ids}::bigint[])`;
  await sql`
    with message as materialized (
      select id, sender_id, is_settled from message where id = ${moved}
    ), in_both as materialized (
      select before.user_id, before.read_up_to from subscription as before
      join subscription as after using (user_id)
      where before.channel_id = ${oldId} and before.is_active and after.channel_id = ${newId} and after.is_active
    ), lost as (
      delete from unread_exception where message_id = ${moved} and user_id not in (
        select user_id from subscription where channel_id = ${newId} and is_active
      )
    )
    insert into unread_exception (user_id, message_id)
    select in_both.user_id, message.id
    from in_both join message on message.id > in_both.read_up_to and ${isNews(sql`in_both.user_id`)}
    left join read_chunk on read_chunk.user_id = in_both.user_id and read_chunk.chunk = message.id / 4096
    where coalesce(get_bit(read_chunk.bits, message.id % 4096), 0) = 0
    on conflict do nothing`.execute(tx);
  const lost = await carryFlags(tx, { ids, to });
  if (isProtected(to.channel)) await showToSubscribers(tx, { ids, to });
  return lost;
}

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
      and ${messageId} > period.from_message_id
      and (period.to_message_id is null or ${messageId} <= period.to_message_id)
  )`;
};

async function carryFlags(tx: Tx, { ids, to }: Arrival): Promise<readonly Stars[]> {
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
    where message_id = any(${ids}::bigint[]) and ${isReader} and not (${isConnecting})
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
