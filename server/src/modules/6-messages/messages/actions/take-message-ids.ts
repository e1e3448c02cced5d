import { sql } from "kysely";
import { sendNow } from "#kernel/db/transaction.ts";
import type { Tx } from "#kernel/db/types.ts";

/** The next ids of messages, ascending. The realm's position must be locked, so that they follow commit order. */
export async function takeMessageIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sendNow(
    tx,
    sql<{ id: number }>`select nextval('message_id') as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}
