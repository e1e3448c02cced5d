import { sql } from "kysely";
import { sendNow } from "@parlance/kernel/db/transaction.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { nextMessageIdsQuery } from "../context/send-preload.ts";

/**
 * Allocates the next `count` message ids, ascending. The organization's log position must be locked, so that the order
 * of ids is the order of commits.
 */
export async function allocateMessageIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sendNow(tx, nextMessageIdsQuery(count));
  return rows.map(({ id }) => id);
}

/**
 * Allocates `count` consecutive message ids, and returns the first one. The ids are never allocated again, even if the
 * transaction is rolled back. Until the transaction ends, no other process can allocate ids, so it should do nothing
 * else.
 */
export async function allocateConsecutiveMessageIds(tx: Tx, count: number): Promise<number> {
  // This statement changes nothing, but it locks the sequence: other sessions that request the next id have to wait.
  await sql`alter sequence message_id increment by 1`.execute(tx);
  const { rows } = await sql<{ last: number }>`
    select setval('message_id', case when is_called then last_value else last_value - 1 end + ${count}::bigint)::float8 as last
    from message_id`.execute(tx);
  return (rows[0]?.last ?? 0) - count + 1;
}
