import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Longer keys are hashed, because index entries have a maximum size. */
const MAX_KEY_CHARACTERS = 200;

/** The key that identifies a set of users. */
export function directKey(userIds: readonly number[]): string {
  const key = [...new Set(userIds)].sort((a, b) => a - b).join(",");
  return key.length <= MAX_KEY_CHARACTERS ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

/** Finds the recipient ids of the existing direct message conversations with these keys, by key. */
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
