import { sql } from "kysely";
import { sendNow } from "@parlance/kernel/db/transaction.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { nextMessageIdsQuery } from "../context/send-preload.ts";

/** The next ids of messages, ascending. The realm's position must be locked, so that they follow commit order. */
export async function allocateMessageIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sendNow(tx, nextMessageIdsQuery(count));
  return rows.map(({ id }) => id);
}

/**
 * Takes so many ids of messages one after the other, and returns the first. Nobody else gets one of them, whatever becomes of
 * the transaction; as others wait for their ids meanwhile, it should do nothing else.
 */
export async function allocateConsecutiveMessageIds(tx: Tx, count: number): Promise<number> {
  // It changes nothing but holds off everybody who asks for the next id.
  await sql`alter sequence message_id increment by 1`.execute(tx);
  const { rows } = await sql<{ last: number }>`
    select setval('message_id', case when is_called then last_value else last_value - 1 end + ${count}::bigint)::float8 as last
    from message_id`.execute(tx);
  return (rows[0]?.last ?? 0) - count + 1;
}
