import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Unread } from "../unread/find-unread.ts";
import { passUnreadInSql } from "./storage/advance-watermarks-sql.ts";

/** So many messages above each watermark are looked at, and so many more for each message that was marked. */
const LOOKED_AT = 100;
const FOR_EACH_MARK = 2;

/** While there is nothing to stop at, so many more, and so often. */
const FARTHER = 5000;
const MOST_STEPS = 4;

/**
 * Moves the watermarks of conversations in which messages were marked as read, so that what is read need not be looked at
 * again: one old unread message would else hold them back for ever. However far there is to go, a request goes a bounded
 * way, and the next one goes on. No message with a smaller id can appear later: ids follow commit order. The user's read
 * state must be locked.
 */
export async function advanceWatermarks(tx: Tx, userId: number, marked: readonly Unread[]): Promise<void> {
  let recipientIds = [...new Set(marked.map(({ recipient_id }) => recipient_id))];
  let most = LOOKED_AT + Math.ceil((FOR_EACH_MARK * marked.length) / recipientIds.length);
  for (let step = 0; step < MOST_STEPS && recipientIds.length > 0; step += 1) {
    recipientIds = await advance(tx, userId, recipientIds, most);
    most = Math.ceil(FARTHER / Math.max(1, recipientIds.length));
  }
}

/** Returns the conversations in which the watermarks passed over all that was looked at, and more may follow. */
async function advance(tx: Tx, userId: number, recipientIds: readonly number[], most: number): Promise<number[]> {
  const only = sql<boolean>`recipient_id = any(${recipientIds}::int[])`;
  const { rows } = await sql<{ recipient_id: number }>`
    with ${passUnreadInSql({ userId, only, most })}
    select recipient_id from next join above using (recipient_id)
    group by recipient_id, next.read_up_to having max(above.id) = next.read_up_to and count(*) = ${most}::int`.execute(
    tx,
  );
  return rows.map(({ recipient_id }) => recipient_id);
}
