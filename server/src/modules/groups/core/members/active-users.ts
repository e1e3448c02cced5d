import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { InvalidMember } from "../errors.ts";

/** An active user, who can be a member of groups. */
export interface GroupUser {
  readonly id: number;
  readonly isBot: boolean;
}

/**
 * Loads the users with these ids, without duplicates and ordered by id.
 * @throws InvalidMember for the first id that is not that of an active user of the organization
 */
export async function loadActiveUsers(db: Reader, realmId: number, ids: readonly number[]): Promise<GroupUser[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("account")
    .select(["id", "bot_type"])
    .where("id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .orderBy("id")
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  const unknownId = ids.find((id) => !found.has(id));
  if (unknownId !== undefined) throw new InvalidMember({ user_id: unknownId });
  return rows.map(({ id, bot_type }) => ({ id, isBot: bot_type !== null }));
}
