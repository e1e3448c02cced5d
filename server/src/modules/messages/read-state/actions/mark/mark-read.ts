import type { Tx } from "@parlance/kernel/db/types.ts";
import { findUnreadAmong, type UnreadMessage } from "#modules/messages/read-state/unread/find-unread.ts";
import { deleteExceptions } from "../storage/delete-exceptions.ts";
import { storeReadBits } from "../storage/store-read-bits.ts";
import { sql } from "kysely";
import { advanceWatermarksInSql } from "../storage/advance-watermarks-sql.ts";

/** So many messages above each watermark are looked at, and so many more for each message that was marked. */
const INITIAL_MESSAGES_SCANNED = 100;
const MESSAGES_SCANNED_PER_MARK = 2;

/** While there is nothing to stop at, so many more, and so often. */
const NEXT_MESSAGES_SCANNED = 5000;
const MAX_STEPS = 4;

/**
 * Moves the watermarks of conversations in which messages were marked as read, so that what is read need not be looked at
 * again: one old unread message would else hold them back for ever. However far there is to go, a request goes a bounded
 * way, and the next one goes on. No message with a smaller id can appear later: ids follow commit order. The user's read
 * state must be locked.
 */
async function advanceWatermarks(tx: Tx, userId: number, marked: readonly UnreadMessage[]): Promise<void> {
  let recipientIds = [...new Set(marked.map(({ recipient_id }) => recipient_id))];
  let most = INITIAL_MESSAGES_SCANNED + Math.ceil((MESSAGES_SCANNED_PER_MARK * marked.length) / recipientIds.length);
  for (let step = 0; step < MAX_STEPS && recipientIds.length > 0; step += 1) {
    recipientIds = await advanceOnce(tx, userId, recipientIds, most);
    most = Math.ceil(NEXT_MESSAGES_SCANNED / Math.max(1, recipientIds.length));
  }
}

/** Returns the conversations in which the watermarks passed over all that was looked at, and more may follow. */
async function advanceOnce(tx: Tx, userId: number, recipientIds: readonly number[], most: number): Promise<number[]> {
  const only = sql<boolean>`recipient_id = any(${recipientIds}::int[])`;
  const { rows } = await sql<{ recipient_id: number }>`
    with ${advanceWatermarksInSql({ userId, only, most })}
    select recipient_id from next join above using (recipient_id)
    group by recipient_id, next.read_up_to having max(above.id) = next.read_up_to and count(*) = ${most}::int`.execute(
    tx,
  );
  return rows.map(({ recipient_id }) => recipient_id);
}

/** Marks as read what of these messages is unread, and returns that, ascending. The user's read state must be locked. */
export async function markRead(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
): Promise<readonly UnreadMessage[]> {
  const unread = await findUnreadAmong(tx, userId, messageIds);
  await markKnownUnreadRead(tx, userId, unread);
  return unread;
}

/** The same where all of them are known to be unread. */
export async function markKnownUnreadRead(tx: Tx, userId: number, unread: readonly UnreadMessage[]): Promise<void> {
  await deleteExceptions(tx, userId, unread);
  const fresh = unread.filter((message) => !message.is_exception);
  if (fresh.length === 0) return;
  const ids = fresh.map(({ id }) => id);
  await storeReadBits(tx, userId, ids, true);
  await advanceWatermarks(tx, userId, fresh);
}
