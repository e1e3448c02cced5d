import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";

/**
 * Locks a user's read state, so that the user's clients change it one after the other. The rows themselves cannot be
 * locked: one row has the bits of many messages, and a missing row cannot be locked at all. Call this before any other
 * lock. It also prevents the user from unsubscribing from the channels of these messages, because only subscribers can
 * have unread messages.
 */
export async function lockReadState(tx: Tx, userId: number, messageIds: readonly number[]): Promise<void> {
  await lockAccount(tx, userId);
  await sql`
    select from subscription
    where user_id = ${userId} and is_active
      and recipient_id in (select recipient_id from message where id = any(${messageIds}::bigint[]))
    order by channel_id for no key update`.execute(tx);
}

/** Locks a user's read state, and prevents the user from unsubscribing from any channel. */
export async function lockWholeReadState(tx: Tx, userId: number): Promise<void> {
  await lockAccount(tx, userId);
  await sql`
    select from subscription where user_id = ${userId} and is_active order by channel_id for no key update`.execute(tx);
}
