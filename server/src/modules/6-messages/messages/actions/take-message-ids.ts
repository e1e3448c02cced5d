import { sql, type RawBuilder } from "kysely";
import { sendNow } from "#kernel/db/transaction.ts";
import type { Tx } from "#kernel/db/types.ts";

/** The query for it, to be part of one that asks for more. */
export const nextMessageIds = (count: number): RawBuilder<{ id: number }> =>
  sql`select nextval('message_id') as id from generate_series(1, ${count}::int)`;

/** The next ids of messages, ascending. The realm's position must be locked, so that they follow commit order. */
export async function takeMessageIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sendNow(tx, nextMessageIds(count));
  return rows.map(({ id }) => id);
}
