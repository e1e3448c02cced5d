import type { Tx } from "#kernel/db/types.ts";
import { unreadAmong, type Unread } from "#modules/messages/read-state/unread/find-unread.ts";
import { advanceWatermarks } from "../advance-watermarks.ts";
import { removeExceptions } from "../storage/delete-exceptions.ts";
import { storeReadBits } from "../storage/store-read-bits.ts";

/** Marks as read what of these messages is unread, and returns that, ascending. The user's read state must be locked. */
export async function markRead(tx: Tx, userId: number, messageIds: readonly number[]): Promise<readonly Unread[]> {
  const unread = await unreadAmong(tx, userId, messageIds);
  await markUnreadRead(tx, userId, unread);
  return unread;
}

/** The same where all of them are known to be unread. */
export async function markUnreadRead(tx: Tx, userId: number, unread: readonly Unread[]): Promise<void> {
  await removeExceptions(tx, userId, unread);
  const fresh = unread.filter((message) => !message.is_exception);
  if (fresh.length === 0) return;
  const ids = fresh.map(({ id }) => id);
  await storeReadBits(tx, userId, ids, true);
  await advanceWatermarks(tx, userId, fresh);
}
