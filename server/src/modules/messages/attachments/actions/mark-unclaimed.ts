import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Marks files as unclaimed if no message links to them any more. Returns the ids of the newly marked files. Called for
 * files that a message has stopped linking to.
 */
export async function markUnclaimed(tx: Tx, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update attachment set unclaimed_since = ${now}::timestamptz
    where id = any(${ids}::int[]) and unclaimed_since is null
      and not exists (select from attachment_message where attachment_id = attachment.id)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
