import type { Reader } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { InsufficientPermission } from "#modules/users/errors.ts";
import { accessUser } from "#modules/users/policy.ts";
import type { UserFacts } from "#modules/users/queries.ts";

const ADMINISTRATOR = 200;

/**
 * Somebody else whose status the actor may change: administrators everybody's, and everybody that of their own bots.
 * @throws NoSuchUser
 * @throws InsufficientPermission
 */
export async function accessStatusOf(db: Reader, actor: Actor, userId: number): Promise<UserFacts> {
  const user = await accessUser(db, actor, userId);
  if (actor.role > ADMINISTRATOR && user.bot_owner_id !== actor.id) throw new InsufficientPermission();
  return user;
}
