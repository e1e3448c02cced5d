import { sql } from "kysely";
import { sendNow } from "@parlance/kernel/db/transaction.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { nextMessageIdsQuery } from "../context/send-preload.ts";

/**
 * Allocates the next message ids, ascending. The organization's log position must be locked, so that ids follow commit
 * order.
 */
export async function allocateMessageIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sendNow(tx, nextMessageIdsQuery(count));
  return rows.map(({ id }) => id);
}

/**
 * Allocates `count` consecutive message ids, and returns the first. They are never assigned again, even if the
 * transaction is rolled back. Other senders wait for their ids meanwhile, so the transaction should do nothing else.
 */
export async function allocateConsecutiveMessageIds(tx: Tx, count: number): Promise<number> {
  // Changes nothing, but locks the sequence against other sessions that request the next id.
  await sql`alter sequence message_id increment by 1`.execute(tx);
  const { rows } = await sql<{ last: number }>`
    select setval('message_id', case when is_called then last_value else last_value - 1 end + ${count}::bigint)::float8 as last
    from message_id`.execute(tx);
  return (rows[0]?.last ?? 0) - count + 1;
}
