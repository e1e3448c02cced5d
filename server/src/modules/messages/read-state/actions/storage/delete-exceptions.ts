import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Unread } from "#modules/messages/read-state/unread/find-unread.ts";
import { removePackedExceptions } from "./packed-exceptions.ts";

/** Those of these unread messages that were marked so are it no longer. The user's read state must be locked. */
export async function removeExceptions(tx: Tx, userId: number, unread: readonly Unread[]): Promise<void> {
  const ids = unread.filter((message) => message.is_exception).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    delete from unread_exception where user_id = ${userId} and message_id = any(${ids}::bigint[])`.execute(tx);
  await removePackedExceptions(tx, userId, ids);
}
