import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Makes changes of an account's own data take turns. It keeps the account as it is, and does not hinder messages, which
 * refer to their senders.
 */
export async function lockAccount(tx: Tx, userId: number): Promise<void> {
  await sql`select from account where id = ${userId} for no key update`.execute(tx);
}
