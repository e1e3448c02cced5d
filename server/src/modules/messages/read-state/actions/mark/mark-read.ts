import type { Tx } from "@parlance/kernel/db/types.ts";
import { findUnreadAmong, type UnreadMessage } from "#modules/messages/read-state/unread/find-unread.ts";
import { deleteExceptions } from "../storage/delete-exceptions.ts";
import { storeReadBits } from "../storage/store-read-bits.ts";
import { sql } from "kysely";
import { advanceWatermarksInSql } from "../storage/advance-watermarks-sql.ts";

/** Number of messages that are first scanned above a watermark, and the additional number for each marked message. */
const INITIAL_MESSAGES_SCANNED = 100;
const MESSAGES_SCANNED_PER_MARK = 2;

/**
 * Number of messages scanned in each further step, and the maximum number of steps. A further step follows only if all
 * scanned messages were read, so that the watermark may move on.
 */
const NEXT_MESSAGES_SCANNED = 5000;
const MAX_STEPS = 4;

/**
 * Moves the watermarks of conversations in which messages were marked as read, so that these messages need not be
 * scanned again. A watermark is the id up to which all messages of a conversation are read, apart from exceptions; it
 * can pass a few unread messages by storing them as exceptions. Otherwise a single old unread message would block it
 * permanently. The work per request is limited, and the next request continues. No message can later be inserted below
 * a watermark, because ids are assigned in commit order. The user's read state must be locked.
 */
async function advanceWatermarks(tx: Tx, userId: number, marked: readonly UnreadMessage[]): Promise<void> {
  let recipientIds = [...new Set(marked.map(({ recipient_id }) => recipient_id))];
  let limit = INITIAL_MESSAGES_SCANNED + Math.ceil((MESSAGES_SCANNED_PER_MARK * marked.length) / recipientIds.length);
  for (let step = 0; step < MAX_STEPS && recipientIds.length > 0; step += 1) {
    recipientIds = await advanceOnce(tx, userId, recipientIds, limit);
    limit = Math.ceil(NEXT_MESSAGES_SCANNED / Math.max(1, recipientIds.length));
  }
}

/**
 * Moves the watermarks once. Returns the conversations whose watermark has passed all scanned messages, so that it may
 * move on.
 */
async function advanceOnce(tx: Tx, userId: number, recipientIds: readonly number[], limit: number): Promise<number[]> {
  const only = sql<boolean>`recipient_id = any(${recipientIds}::int[])`;
  const { rows } = await sql<{ recipient_id: number }>`
    with ${advanceWatermarksInSql({ userId, only, limit })}
    select recipient_id from next join above using (recipient_id)
    group by recipient_id, next.read_up_to having max(above.id) = next.read_up_to and count(*) = ${limit}::int`.execute(
    tx,
  );
  return rows.map(({ recipient_id }) => recipient_id);
}

/**
 * Marks the unread messages among the given ones as read. Returns them, ordered by id. The user's read state must be
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

/** Marks messages as read that are all known to be unread. The user's read state must be locked. */
export async function markKnownUnreadRead(tx: Tx, userId: number, unread: readonly UnreadMessage[]): Promise<void> {
  await deleteExceptions(tx, userId, unread);
  const fresh = unread.filter((message) => !message.is_exception);
  if (fresh.length === 0) return;
  const ids = fresh.map(({ id }) => id);
  await storeReadBits(tx, userId, ids, true);
  await advanceWatermarks(tx, userId, fresh);
}
