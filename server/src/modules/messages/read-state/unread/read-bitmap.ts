import { sql, type RawBuilder } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Number of messages whose read bits are in one row of `read_chunk`. */
const MESSAGES_PER_CHUNK = 4096;

/** Returns the number of the chunk that contains a message's read bit. */
const chunkOf = (messageId: number): number => Math.floor(messageId / MESSAGES_PER_CHUNK);

export const chunkOfInSql = (messageId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`${messageId} / ${sql.lit(MESSAGES_PER_CHUNK)}`;

/** Condition on rows of `read_chunk` and `message`: the row belongs to the user and contains the message's read bit. */
export const readBitsOfInSql = (userId: RawBuilder<number>): RawBuilder<boolean> =>
  sql`read_chunk.user_id = ${userId} and read_chunk.chunk = ${chunkOfInSql(sql`message.id`)}`;

/** Joins each row of `message` with the row of `read_chunk` that contains its read bit, if that row exists. */
export const joinReadBitsInSql = (userId: RawBuilder<number>): RawBuilder<unknown> =>
  sql`left join read_chunk on ${readBitsOfInSql(userId)}`;

/** The read bit of a row of `message`: 1 if the user marked the message as read. */
export const readBitInSql = sql<number>`coalesce(get_bit(read_chunk.bits, message.id % ${sql.lit(MESSAGES_PER_CHUNK)}), 0)`;

/**
 * Condition that the read bit of a row of `message` is set, for one user and many messages. The query fetches all of
 * the user's bits once. Looking up a row per message would account for most of the cost of scanning read messages.
 */
export function hasReadBitInSql(userId: number): RawBuilder<boolean> {
  const own = sql`from read_chunk where user_id = ${userId}`;
  const chunks = sql`(select array_agg(chunk order by chunk) ${own})`;
  const bits = sql`(select string_agg(bits, '' order by chunk) ${own})`;
  const chunk = chunkOfInSql(sql`message.id`);
  const nth = sql`width_bucket((${chunk})::int, ${chunks})`;
  return sql`(
    case when (${chunks})[${nth}] = ${chunk}
      then get_bit(${bits}, (${nth} - 1)::bigint * ${sql.lit(MESSAGES_PER_CHUNK)} + message.id % ${sql.lit(MESSAGES_PER_CHUNK)}) = 1
      else false
    end
  )`;
}

/** Read bits by chunk number. */
export type BitmapChunks = ReadonlyMap<number, Uint8Array>;

/**
 * Loads the chunks with the read bits of these messages. `known` contains the numbers of the chunks that exist in the
 * database. The other chunks have no bit set.
 */
export async function loadChunks(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
): Promise<{ chunks: BitmapChunks; known: ReadonlySet<number> }> {
  const wanted = [...new Set(messageIds.map(chunkOf))];
  const rows = await tx
    .selectFrom("read_chunk")
    .select(["chunk", "bits"])
    .where("user_id", "=", userId)
    .where("chunk", "=", sql<number>`any(${wanted}::int[])`)
    .execute();
  const stored = new Map(rows.map(({ chunk, bits }) => [chunk, bits]));
  const chunks = new Map(wanted.map((chunk) => [chunk, stored.get(chunk) ?? new Uint8Array(MESSAGES_PER_CHUNK / 8)]));
  return { chunks, known: new Set(stored.keys()) };
}

/** Sets or clears the read bits of messages, in the bit order of PostgreSQL's `get_bit`. */
export function writeBits(chunks: BitmapChunks, messageIds: readonly number[], isSet: boolean): void {
  for (const id of messageIds) {
    const bits = chunks.get(chunkOf(id));
    if (!bits) throw new Error(`the chunk of message ${id} is not loaded`);
    const offset = id % MESSAGES_PER_CHUNK;
    const byte = offset >> 3;
    const mask = 1 << (offset & 7);
    bits[byte] = isSet ? (bits[byte] ?? 0) | mask : (bits[byte] ?? 0) & ~mask;
  }
}
