import { sql } from "kysely";
import { idList } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Drops messages, and tells nobody. What other tables keep of them goes with them, except what people marked them with. */
export async function deleteMessageRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from message where id = any(${idList(ids)})`.execute(tx);
}
