import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { required } from "@parlance/kernel/base/required.ts";

/**
 * Locks the notifications of an organization until the transaction ends. Returns the id of the last event of the log
 * that was processed.
 */
export async function lockNotifications(tx: Tx, realmId: number): Promise<number> {
  await sql`insert into notice_progress values (${realmId}, 0) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ event_id: number }>`
    select event_id from notice_progress where realm_id = ${realmId} for update`.execute(tx);
  return required(rows[0]).event_id;
}
