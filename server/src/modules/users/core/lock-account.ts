import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Locks an account so that changes to its own data run one after the other. It prevents changes to the account without
 * blocking the sending of messages, whose rows reference their senders.
 */
export async function lockAccount(tx: Tx, userId: number): Promise<void> {
  await sql`select from account where id = ${userId} for no key update`.execute(tx);
}
