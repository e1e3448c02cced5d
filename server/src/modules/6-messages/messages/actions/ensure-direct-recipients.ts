import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
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
  const tellOfPeople = await notePeopleInSight(tx, realmId, [...new Set(missing.flatMap(([, userIds]) => userIds))]);
  const created = await tx
    .insertInto("recipient")
    .values(missing.map(([key]) => ({ realm_id: realmId, direct_key: key })))
    .returning(["id", "direct_key"])
    .execute();
  for (const { id, direct_key } of created) found.set(direct_key ?? "", id);
  const members = missing.flatMap(([key, userIds]) =>
    userIds.map((userId) => ({ recipient: found.get(key) ?? 0, userId })),
  );
  await sql`
    insert into direct_member (recipient_id, user_id)
    select * from unnest(${members.map(({ recipient }) => recipient)}::int[], ${members.map(({ userId }) => userId)}::int[])`.execute(
    tx,
  );
  await tellOfPeople();
  return found;
}
