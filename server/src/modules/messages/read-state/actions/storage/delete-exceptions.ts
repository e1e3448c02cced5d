import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { UnreadMessage } from "#modules/messages/read-state/unread/find-unread.ts";
import { deletePackedExceptions } from "./packed-exceptions.ts";

/**
 * Deletes the exceptions (individually stored unread messages) among the given unread messages. The user's read state
 * must be locked.
 */
export async function deleteExceptions(tx: Tx, userId: number, unread: readonly UnreadMessage[]): Promise<void> {
  const ids = unread.filter((message) => message.is_exception).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    delete from unread_exception where user_id = ${userId} and message_id = any(${ids}::bigint[])`.execute(tx);
  await deletePackedExceptions(tx, userId, ids);
}
