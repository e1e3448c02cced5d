import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { loadChunks, writeBits, chunkOfInSql } from "#modules/messages/read-state/unread/read-bitmap.ts";

import { advanceWatermarksInSql } from "./advance-watermarks-sql.ts";

/**
 * Moves all watermarks of a user up as far as possible, and deletes the rows of read bits that no longer contain bits
 * above a watermark. The user's read state must be locked.
 */
async function compactReadState(tx: Tx, userId: number): Promise<void> {
  await sql`
    select from subscription where user_id = ${userId} and is_active order by channel_id for no key update`.execute(tx);
  await sql`
    with ${advanceWatermarksInSql({ userId })}
    delete from read_chunk where user_id = ${userId} and chunk not in (
      select ${chunkOfInSql(sql`above.id`)} from above left join next using (recipient_id)
      where above.has_bit and above.id > coalesce(next.read_up_to, 0)
    )`.execute(tx);
}

/** Minimum number of rows of read bits for which a user's read state is compacted. */
const MIN_CHUNKS_TO_COMPACT = 8;

/** Sets or clears a user's read bits of messages. The user's read state must be locked. */
export async function storeReadBits(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  isRead: boolean,
): Promise<void> {
  if (messageIds.length === 0) return;
  const { chunks, known } = await loadChunks(tx, userId, messageIds);
  writeBits(chunks, messageIds, isRead);
  await sql`
    insert into read_chunk (user_id, chunk, bits)
    select ${userId}, chunk, bits from unnest(${[...chunks.keys()]}::int[], ${[...chunks.values()]}::bytea[]) as new (chunk, bits)
    on conflict (user_id, chunk) do update set bits = excluded.bits`.execute(tx);
  if (chunks.size > known.size) await compactWhenMany(tx, userId, chunks.size - known.size);
}

/**
 * Compacts the read state each time the number of rows has doubled. If many rows remain after compacting, the next time
 * is thus correspondingly later.
 */
async function compactWhenMany(tx: Tx, userId: number, added: number): Promise<void> {
  const { count } = await tx
    .selectFrom("read_chunk")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const doublings = (rows: number) => Math.floor(Math.log2(rows));
  if (count >= MIN_CHUNKS_TO_COMPACT && doublings(count) > doublings(count - added)) await compactReadState(tx, userId);
}
