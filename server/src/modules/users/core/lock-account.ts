import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Locks an account, so that changes to its data run one after the other. The lock does not block messages, whose rows
 * reference their senders.
 */
export async function lockAccount(tx: Tx, userId: number): Promise<void> {
  await sql`select from account where id = ${userId} for no key update`.execute(tx);
}
