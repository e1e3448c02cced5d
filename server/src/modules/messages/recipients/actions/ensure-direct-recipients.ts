import type { Tx } from "@parlance/kernel/db/types.ts";
import { createDirectRecipients } from "#modules/messages/conversations/actions/create-recipients.ts";
import { trackUserVisibility } from "#modules/users/core/actions/announce-visibility-changes.ts";
import { directKey } from "../direct-recipients.ts";

/**
 * Returns the ids of direct conversations by key, and creates those that are not among `found`. The realm's position must be
 * locked.
 */
export async function ensureDirectRecipients(
  tx: Tx,
  realmId: number,
  conversations: readonly (readonly number[])[],
  found: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map(conversations.map((userIds) => [directKey(userIds), userIds]));
  const missing = [...wanted].filter(([key]) => !found.has(key));
  if (missing.length === 0) return found;
  const announcePeople = await trackUserVisibility(tx, realmId, [
    ...new Set(missing.flatMap(([, userIds]) => userIds)),
  ]);
  const created = await createDirectRecipients(tx, realmId, new Map(missing));
  await announcePeople();
  return new Map([...found, ...created]);
}
