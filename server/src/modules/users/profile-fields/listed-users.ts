import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { InvalidMember } from "#modules/groups/core/errors.ts";
import { usersInSight } from "#modules/users/core/visibility/user-visibility.ts";
import { ListedUserDeactivated, ListedUserIsBot } from "./errors.ts";

/**
 * Makes sure that somebody can name these users in a profile: active people of whom they may know.
 * @throws InvalidMember
 * @throws ListedUserDeactivated
 * @throws ListedUserIsBot
 */
export async function mustBeListable(
  db: Reader,
  actor: Pick<Actor, "id" | "realmId" | "role">,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await db
    .selectFrom("account")
    .select(["id", "is_active", "bot_type"])
    .where("realm_id", "=", actor.realmId)
    .where("id", "=", sql<number>`any(${userIds}::int[])`)
    .execute();
  const sight = await usersInSight(db, actor);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const user_id of userIds) {
    const user = found.get(user_id);
    if (!user || sight?.has(user_id) === false) throw new InvalidMember({ user_id });
    if (!user.is_active) throw new ListedUserDeactivated({ user_id });
    if (user.bot_type !== null) throw new ListedUserIsBot({ user_id });
  }
}
