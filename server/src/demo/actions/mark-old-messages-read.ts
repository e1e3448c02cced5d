import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockWholeReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";
import { markRead } from "#modules/messages/read-state/actions/mark/mark-read.ts";

/**
 * Marks all messages sent before a given time as read for all users. Publishes no events, because no client is
 * connected yet.
 */
export async function markOldMessagesRead(tx: Tx, before: Date): Promise<void> {
  const old = await tx.selectFrom("message").select("id").where("sent_at", "<", before).orderBy("id").execute();
  const ids = old.map(({ id }) => id);
  for (const { id } of await tx.selectFrom("account").select("id").orderBy("id").execute()) {
    await lockWholeReadState(tx, id);
    await markRead(tx, id, ids);
  }
}
