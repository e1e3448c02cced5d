import { sql } from "kysely";
import { idList } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";

/** Takes away all that people marked messages with, and tells nobody. They must be locked by `lockMarks`. */
export async function removeMarks(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const gone = sql`any(${idList(messageIds)})`;
  await sql`delete from message_flag where message_id = ${gone}`.execute(tx);
  await sql`delete from unread_exception where message_id = ${gone}`.execute(tx);
}
