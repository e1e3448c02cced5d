import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { InsufficientPermission } from "#modules/1-ground/users/errors.ts";
import { accessUser } from "#modules/1-ground/users/access.ts";
import type { UserFacts } from "#modules/1-ground/users/queries.ts";

/**
 * Somebody else whose status the actor may change: administrators everybody's, and everybody that of their own bots.
 * @throws NoSuchUser
 * @throws InsufficientPermission
 */
export async function accessStatusOf(db: Reader, actor: Actor, userId: number): Promise<UserFacts> {
  const user = await accessUser(db, actor, userId);
  if (!isAtLeast(actor.role, "administrator") && user.bot_owner_id !== actor.id) throw new InsufficientPermission();
  return user;
}
