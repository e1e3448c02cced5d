import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { UserMessageState } from "#modules/messages/read-state/user-message.ts";
import { isTrackedByBitmap, isUnread } from "#modules/messages/read-state/unread/unread.ts";
import { addPersonalFlag } from "../flags/change-personal-flags.ts";
import { storeReadBits } from "../storage/store-read-bits.ts";

/**
 * Marks the read messages among the given ones as unread, and returns them. All given messages must be in direct
 * message conversations of the user or in channels to which the user is subscribed. The user's read state must be
 * locked.
 */
export async function markUnread<M extends UserMessageState>(
  tx: Tx,
  userId: number,
  messages: readonly M[],
): Promise<readonly M[]> {
  const read = messages.filter((message) => !isUnread(message));
  const ids = (of: readonly M[]) => of.map(({ id }) => id);
  await storeReadBits(tx, userId, ids(read.filter(isTrackedByBitmap)), false);
  const exceptions = ids(read.filter((message) => !isTrackedByBitmap(message)));
  if (exceptions.length > 0) {
    await sql`
      insert into unread_exception (user_id, message_id)
      select ${userId}, id from unnest(${exceptions}::bigint[]) as id`.execute(tx);
  }
  const unconnected = read.filter(({ is_received, flags }) => !is_received && flags === 0);
  await addPersonalFlag(tx, userId, "historical", unconnected);
  return read;
}
