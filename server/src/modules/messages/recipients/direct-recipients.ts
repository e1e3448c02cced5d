import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Keys longer than this are hashed: an index entry has its bounds. */
const MAX_KEY_CHARACTERS = 200;

/** What tells one set of people from another. */
export function directKey(userIds: readonly number[]): string {
  const key = [...new Set(userIds)].sort((a, b) => a - b).join(",");
  return key.length <= MAX_KEY_CHARACTERS ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
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
