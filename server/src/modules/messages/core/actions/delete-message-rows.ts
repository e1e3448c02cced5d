import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes message rows without emitting events. Dependent rows of other tables are deleted with the messages, except
 * the flags that users have set.
 */
export async function deleteMessageRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from message where id = any(${idList(ids)})`.execute(tx);
}
