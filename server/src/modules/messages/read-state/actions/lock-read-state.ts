import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";

/**
 * Serializes flag changes by the clients of one user: bits of many messages share a row, and a row that does not exist
 * yet cannot be locked. Call it first. It also prevents the user from leaving the channels of these messages, since
 * unread messages must be in channels that the user is subscribed to.
 */
export async function lockReadState(tx: Tx, userId: number, messageIds: readonly number[]): Promise<void> {
  await lockAccount(tx, userId);
  await sql`
    select from subscription
    where user_id = ${userId} and is_active
      and recipient_id in (select recipient_id from message where id = any(${messageIds}::bigint[]))
    order by channel_id for no key update`.execute(tx);
}

/** The same for all messages. */
export async function lockWholeReadState(tx: Tx, userId: number): Promise<void> {
  await lockAccount(tx, userId);
  await sql`
    select from subscription where user_id = ${userId} and is_active order by channel_id for no key update`.execute(tx);
}
