import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { isUnread, type PersonalFacts } from "../personal-facts.ts";
import { advanceWatermarks } from "./advance-watermarks.ts";
import { storeReadBits } from "./store-read-bits.ts";

/** Marks as read what of these messages is unread, and returns that. The user's read state must be locked. */
export async function markRead<M extends PersonalFacts>(
  tx: Tx,
  userId: number,
  messages: readonly M[],
): Promise<readonly M[]> {
  const unread = messages.filter((message) => isUnread(message));
  if (unread.length === 0) return unread;
  const exceptions = unread.filter((message) => message.is_exception).map(({ id }) => id);
  if (exceptions.length > 0) {
    await sql`
      delete from unread_exception
      where user_id = ${userId} and message_id = any(${exceptions}::bigint[])`.execute(tx);
  }
  const fresh = unread.filter((message) => !message.is_exception);
  if (fresh.length > 0) {
    const ids = fresh.map(({ id }) => id);
    await storeReadBits(tx, userId, ids, true);
    await advanceWatermarks(tx, userId, [...new Set(fresh.map(({ recipient_id }) => recipient_id))]);
  }
  return unread;
}
