import { type RawBuilder, sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Membership } from "#modules/channels/core/subscriptions/memberships.ts";
import {
  MESSAGES_PER_EXCEPTION_CHUNK,
  isInChunksOfInSql,
} from "#modules/messages/read-state/unread/unread-exceptions.ts";

/**
 * Maximum number of exceptions packed in one transaction. An exception is an individually stored unread message; when
 * packed, it is an element of an array in `unread_exception_chunk` instead of a row.
 */
const PACK_BATCH_SIZE = 10_000;

/**
 * Packs a user's exceptions, oldest first. Returns true if there may be more to pack. The user's whole read state must
 * be locked. Otherwise concurrent changes would be lost, such as the deletion of exceptions when the user unsubscribes
 * from a channel.
 */
export async function packExceptions(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with taken as materialized (
      select message_id from unread_exception where user_id = ${userId}
      order by message_id limit ${PACK_BATCH_SIZE} for update
    ), removed as (
      delete from unread_exception using taken
      where unread_exception.user_id = ${userId} and unread_exception.message_id = taken.message_id
    ), packed as (
      insert into unread_exception_chunk as present (user_id, chunk, message_ids)
      select ${userId}, message_id / ${sql.lit(MESSAGES_PER_EXCEPTION_CHUNK)}, array_agg(message_id order by message_id) from taken group by 2
      on conflict (user_id, chunk) do update set message_ids = array(
        select unnest(present.message_ids) union select unnest(excluded.message_ids) order by 1
      )
    )
    select count(*) as count from taken`.execute(tx);
  return rows[0]?.count === PACK_BATCH_SIZE;
}

interface ShortenedRow {
  readonly user_id: number;
  readonly chunk: number;
  readonly is_empty: boolean;
}

/**
 * Removes the packed exceptions that the query `gone` returns as `user_id` and `message_id`. Empty rows are deleted by
 * a separate statement, because the last exceptions of a row may be removed by two concurrent transactions.
 */
async function deletePacked(tx: Tx, gone: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<ShortenedRow>`
    with gone as materialized (
      select user_id, message_id / ${sql.lit(MESSAGES_PER_EXCEPTION_CHUNK)} as chunk, array_agg(message_id) as ids
      from (${gone}) as message group by 1, 2
    )
    update unread_exception_chunk as packed set message_ids = array(
      select id from unnest(packed.message_ids) as id where id <> all(gone.ids) order by id
    )
    from gone
    where packed.user_id = gone.user_id and packed.chunk = gone.chunk and packed.message_ids && gone.ids
    returning packed.user_id, packed.chunk, cardinality(packed.message_ids) = 0 as is_empty`.execute(tx);
  const empty = rows.filter(({ is_empty }) => is_empty);
  if (empty.length === 0) return;
  await sql`
    delete from unread_exception_chunk as packed
    using unnest(${empty.map((row) => row.user_id)}::int[], ${empty.map((row) => row.chunk)}::int[]) as gone (user_id, chunk)
    where packed.user_id = gone.user_id and packed.chunk = gone.chunk and packed.message_ids = '{}'`.execute(tx);
}

/** Removes packed exceptions of a user. The user's read state must be locked. */
export const deletePackedExceptions = (tx: Tx, userId: number, messageIds: readonly number[]): Promise<void> =>
  deletePacked(tx, sql`select ${userId}::int as user_id, unnest(${idList(messageIds)}) as message_id`);

/**
 * Removes the packed exceptions of users in channels from which they unsubscribe. Their subscriptions must be locked.
 */
export const deletePackedInChannels = (tx: Tx, left: readonly Membership[]): Promise<void> =>
  deletePacked(
    tx,
    sql`
      select packed.user_id, message.id as message_id
      from unnest(
        ${left.map(({ userId }) => userId)}::int[], ${left.map(({ channelId }) => channelId)}::int[]
      ) as membership (user_id, channel_id)
      join channel on channel.id = membership.channel_id
      join unread_exception_chunk as packed on packed.user_id = membership.user_id
      cross join unnest(packed.message_ids) as exception_id
      join message on message.id = exception_id and message.recipient_id = channel.recipient_id`,
  );

/**
 * Unpacks the exceptions for these messages: each becomes a row of `unread_exception` again. Other packed exceptions
 * stay unchanged.
 */
export async function unpackExceptions(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from unread_exception_chunk where ${isInChunksOfInSql(messageIds)} and message_ids && ${idList(messageIds)}
    order by chunk, user_id for update`.execute(tx);
  if (rows.length === 0) return;
  const packed = sql`
    select user_id, id as message_id from unread_exception_chunk cross join unnest(message_ids) as id
    where ${isInChunksOfInSql(messageIds)} and id = any(${idList(messageIds)})`;
  await sql`insert into unread_exception (user_id, message_id) ${packed} on conflict do nothing`.execute(tx);
  await deletePacked(tx, packed);
}
