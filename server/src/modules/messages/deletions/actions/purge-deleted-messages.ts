import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** So many are forgotten at once. */
const AT_ONCE = 1000;

/** Forgets for good what was deleted before `before`, the oldest first, so many at once. Returns whether there are no more. */
export async function purgeDeletedMessages(tx: Tx, before: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from deleted_message where id = any(array(
      select id from deleted_message where deleted_at < ${before} order by deleted_at limit ${AT_ONCE}
    ))`.execute(tx);
  return numAffectedRows < AT_ONCE;
}
