import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Notes of new messages that the files they link to are not there, or no longer the sender's to show. */
export async function noteNoAttachments(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update message set has_attachment = false where id = any(${ids}::bigint[])`.execute(tx);
}
