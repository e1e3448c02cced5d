import { sql } from "kysely";
import { isOneOf } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";

/** Takes away all that people marked messages with, and tells nobody. They must be locked by `lockMarks`. */
export async function removeMarks(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const isGone = isOneOf(sql`message_id`, messageIds);
  await sql`delete from message_flag where ${isGone}`.execute(tx);
  await sql`delete from unread_exception where ${isGone}`.execute(tx);
}
