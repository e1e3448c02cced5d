import type { Tx } from "@parlance/kernel/db/types.ts";
import { findUnreadAmong, type UnreadMessage } from "#modules/messages/read-state/unread/find-unread.ts";
import { deleteExceptions } from "../storage/delete-exceptions.ts";
import { storeReadBits } from "../storage/store-read-bits.ts";
import { sql } from "kysely";
import { advanceWatermarksInSql } from "../storage/advance-watermarks-sql.ts";

/** Number of messages scanned above each watermark at first, and the additional number for each marked message. */
const INITIAL_MESSAGES_SCANNED = 100;
const MESSAGES_SCANNED_PER_MARK = 2;

/**
 * Number of messages scanned in each further step, and the maximum number of steps. More steps follow while no message
 * stops the watermark.
 */
const NEXT_MESSAGES_SCANNED = 5000;
const MAX_STEPS = 4;

/**
 * Moves the watermarks of conversations in which messages were marked as read, so that read messages need not be
 * scanned again. Otherwise one old unread message would block the watermark permanently. Each request does a limited
 * amount of work, and the next one continues. No message with a smaller id can appear later, because ids are in commit
 * order. The user's read state must be locked.
 */
async function advanceWatermarks(tx: Tx, userId: number, marked: readonly UnreadMessage[]): Promise<void> {
  let recipientIds = [...new Set(marked.map(({ recipient_id }) => recipient_id))];
  let most = INITIAL_MESSAGES_SCANNED + Math.ceil((MESSAGES_SCANNED_PER_MARK * marked.length) / recipientIds.length);
  for (let step = 0; step < MAX_STEPS && recipientIds.length > 0; step += 1) {
    recipientIds = await advanceOnce(tx, userId, recipientIds, most);
    most = Math.ceil(NEXT_MESSAGES_SCANNED / Math.max(1, recipientIds.length));
  }
}

/** Returns the conversations whose watermark has passed all scanned messages, so that more may follow. */
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

/**
 * Marks the unread ones of these messages as read, and returns them in ascending order. The user's read state must be
 * locked.
 */
export async function markRead(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
): Promise<readonly UnreadMessage[]> {
  const unread = await findUnreadAmong(tx, userId, messageIds);
  await markKnownUnreadRead(tx, userId, unread);
  return unread;
}

/** The same for messages that are all known to be unread. */
export async function markKnownUnreadRead(tx: Tx, userId: number, unread: readonly UnreadMessage[]): Promise<void> {
  await deleteExceptions(tx, userId, unread);
  const fresh = unread.filter((message) => !message.is_exception);
  if (fresh.length === 0) return;
  const ids = fresh.map(({ id }) => id);
  await storeReadBits(tx, userId, ids, true);
  await advanceWatermarks(tx, userId, fresh);
}
