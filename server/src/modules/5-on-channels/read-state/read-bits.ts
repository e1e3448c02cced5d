import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Messages that one row of bits tells of. */
const CHUNK = 4096;

const chunkOf = (messageId: number): number => Math.floor(messageId / CHUNK);

/** Rows of bits by their number. */
export type Chunks = ReadonlyMap<number, Uint8Array>;

/** The rows of a user that these messages fall into; `known` are those that exist already, the others are empty. */
export async function loadChunks(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
): Promise<{ chunks: Chunks; known: ReadonlySet<number> }> {
  const wanted = [...new Set(messageIds.map(chunkOf))];
  const rows = await tx
    .selectFrom("read_chunk")
    .select(["chunk", "bits"])
    .where("user_id", "=", userId)
    .where("chunk", "=", sql<number>`any(${wanted}::int[])`)
    .execute();
  const stored = new Map(rows.map(({ chunk, bits }) => [chunk, bits]));
  const chunks = new Map(wanted.map((chunk) => [chunk, stored.get(chunk) ?? new Uint8Array(CHUNK / 8)]));
  return { chunks, known: new Set(stored.keys()) };
}

/** Sets or clears the bits of messages, in the order in which PostgreSQL's `get_bit` counts them. */
export function writeBits(chunks: Chunks, messageIds: readonly number[], isSet: boolean): void {
  for (const id of messageIds) {
    const bits = chunks.get(chunkOf(id));
    if (!bits) throw new Error(`the chunk of message ${id} is not loaded`);
    const place = id % CHUNK;
    const byte = place >> 3;
    const mask = 1 << (place & 7);
    bits[byte] = isSet ? (bits[byte] ?? 0) | mask : (bits[byte] ?? 0) & ~mask;
  }
}
