import type { Tx } from "#kernel/db/types.ts";
import { createDirectRecipients } from "#modules/1-ground/conversations/actions/create-recipients.ts";
import { notePeopleInSight } from "#modules/1-ground/users/actions/announce-people.ts";
import { directKey, findDirectRecipients } from "../direct-recipients.ts";

/** As `findDirectRecipients`, and creates those that do not exist. The realm's position must be locked. */
export async function ensureDirectRecipients(
  tx: Tx,
  realmId: number,
  conversations: readonly (readonly number[])[],
): Promise<Map<string, number>> {
  const wanted = new Map(conversations.map((userIds) => [directKey(userIds), userIds]));
  if (wanted.size === 0) return new Map();
  const found = await findDirectRecipients(tx, realmId, [...wanted.keys()]);
  const missing = [...wanted].filter(([key]) => !found.has(key));
  if (missing.length === 0) return found;
  const announcePeople = await notePeopleInSight(tx, realmId, [...new Set(missing.flatMap(([, userIds]) => userIds))]);
  const created = await createDirectRecipients(tx, realmId, new Map(missing));
  await announcePeople();
  return new Map([...found, ...created]);
}
