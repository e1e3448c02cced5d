import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Updates a message's `has_reaction` column after a reaction was added or removed. */
export async function updateHasReaction(tx: Tx, messageId: number): Promise<void> {
  await sql`
    update message set has_reaction = not has_reaction
    where id = ${messageId} and has_reaction <> exists (select from reaction where message_id = ${messageId})`.execute(
    tx,
  );
}
