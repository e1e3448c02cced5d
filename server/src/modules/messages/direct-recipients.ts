import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader, Tx } from "#kernel/db/types.ts";

/** Keys longer than this are hashed: an index entry has its bounds. */
const MAX_KEY = 200;

/** What tells one set of people from another. */
export function directKey(userIds: readonly number[]): string {
  const key = [...new Set(userIds)].sort((a, b) => a - b).join(",");
  return key.length <= MAX_KEY ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

/** The ids of the direct conversations of these sets of people that exist, by key. */
export async function findDirectRecipients(
  db: Reader,
  realmId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("recipient")
    .select(["id", "direct_key"])
    .where("realm_id", "=", realmId)
    .where("direct_key", "=", sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map(({ id, direct_key }) => [direct_key ?? "", id]));
}

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
  return found;
}
