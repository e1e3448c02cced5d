import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes the emails of an organization that wait to be sent, except those that are being sent right now. Failed emails
 * remain. When the jobs of deleted emails run, they do nothing.
 */
export async function discardEmails(tx: Tx, realmId: number): Promise<void> {
  await sql`
    with waiting as materialized (
      select id from mail where state = 'waiting' and realm_id = ${realmId} and sending_since is null order by id for update
    )
    delete from mail where id in (select id from waiting)`.execute(tx);
}
