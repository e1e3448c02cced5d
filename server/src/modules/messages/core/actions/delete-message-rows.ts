import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes message rows without emitting events. The messages' flags and unread exceptions (see `unread-exceptions.ts`)
 * must have been deleted before. A trigger on `message` deletes all other dependent rows.
 */
export async function deleteMessageRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from message where id = any(${idList(ids)})`.execute(tx);
}
