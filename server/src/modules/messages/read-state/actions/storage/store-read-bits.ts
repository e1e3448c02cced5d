import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { loadChunks, writeBits } from "#modules/messages/read-state/unread/read-bitmap.ts";
import { tidyReadState } from "../tidy-read-state.ts";

/** With fewer rows of bits nothing is tidied up. */
const FEW_CHUNKS = 8;

/** Marks messages as read, or not, in the user's bits. The user's read state must be locked. */
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
  if (chunks.size > known.size) await tidyWhenMany(tx, userId, chunks.size - known.size);
}

/** Tidies whenever the number of rows has doubled: the more it had to leave, the longer until it is worth a look. */
async function tidyWhenMany(tx: Tx, userId: number, added: number): Promise<void> {
  const { count } = await tx
    .selectFrom("read_chunk")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const doublings = (rows: number) => Math.floor(Math.log2(rows));
  if (count >= FEW_CHUNKS && doublings(count) > doublings(count - added)) await tidyReadState(tx, userId);
}
