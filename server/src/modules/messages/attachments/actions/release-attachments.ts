import { sql } from "kysely";
import { isOneOf } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { publishAttachmentUpdates } from "./announce-attachments.ts";
import { markUnclaimed } from "./mark-unclaimed.ts";

/**
 * Finds the files that the messages link to, before these messages are deleted. Call this function before the deletion,
 * with the messages' rows locked. Call the returned function after the deletion, with the organization's log position
 * locked: it marks files as unclaimed that no message links to any more, and sends the files' owners the lists of
 * messages that still link to them.
 */
export async function prepareAttachmentRelease(tx: Tx, messageIds: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select distinct attachment_id as id from attachment_message
    where ${isOneOf(sql`message_id`, messageIds)} order by id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  return async (realmId: number, now: Date): Promise<void> => {
    await markUnclaimed(tx, ids, now);
    await publishAttachmentUpdates(tx, realmId, ids);
  };
}
