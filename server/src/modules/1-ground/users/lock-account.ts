import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/**
 * Keeps two changes of what is an account's own apart. Enough to keep the account as it is, and no hindrance to messages,
 * which refer to their senders.
 */
export async function lockAccount(tx: Tx, userId: number): Promise<void> {
  await sql`select from account where id = ${userId} for no key update`.execute(tx);
}
