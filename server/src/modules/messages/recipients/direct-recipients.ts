import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Longer keys are replaced by a hash, because the size of index entries is limited. */
const MAX_KEY_CHARACTERS = 200;

/** Returns the key of the direct message conversation between these users. */
export function directKey(userIds: readonly number[]): string {
  const key = [...new Set(userIds)].sort((a, b) => a - b).join(",");
  return key.length <= MAX_KEY_CHARACTERS ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

/**
 * Finds the direct message conversations with these keys. Returns their recipient ids by key. Conversations that do not
 * exist are omitted.
 */
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
