import { sql } from "kysely";
import { isOneOf } from "#kernel/db/id-list.ts";
import type { Tx } from "#kernel/db/types.ts";
import { unpackExceptions } from "./storage/packed-exceptions.ts";

/**
 * Locks what people marked messages with. What they are changing just now is waited for before the position is taken,
 * because they will ask for it too. Each exception is a row of `unread_exception` from then on.
 */
export async function lockMarks(tx: Tx, messageIds: readonly number[]): Promise<void> {
  for (const table of ["message_flag", "unread_exception"] as const) {
    await sql`
      select from ${sql.table(table)} where ${isOneOf(sql`message_id`, messageIds)}
      order by message_id, user_id for update`.execute(tx);
  }
  // Last: what was packed while others were waited for is seen by this statement.
  await unpackExceptions(tx, messageIds);
}
