import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { InvalidMember } from "../errors.ts";

/** A user who can be a member of groups. */
export interface GroupUser {
  readonly id: number;
  readonly isBot: boolean;
}

/**
 * Loads these accounts of the organization, without duplicates, ascending by id. Throws `InvalidMember` for the first
 * one that does not exist or is deactivated.
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
  const stranger = ids.find((id) => !found.has(id));
  if (stranger !== undefined) throw new InvalidMember({ user_id: stranger });
  return rows.map(({ id, bot_type }) => ({ id, isBot: bot_type !== null }));
}
