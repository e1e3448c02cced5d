import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Throws away the letters of an organization that are not sent yet, but for those that are on their way. Their jobs find nothing
 * to do.
 */
export async function discardEmails(tx: Tx, realmId: number): Promise<void> {
  await sql`
    with waiting as materialized (
      select id from mail where state = 'waiting' and realm_id = ${realmId} and sending_since is null order by id for update
    )
    delete from mail where id in (select id from waiting)`.execute(tx);
}
