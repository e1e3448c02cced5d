import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import type { UserRecord } from "#modules/users/core/queries.ts";

/**
 * Locks another user whose status the actor may change. Administrators may change the status of all users, and other
 * users may change that of their own bots.
 * @throws NoSuchUser
 * @throws InsufficientPermission
 */
export async function lockUserToChangeStatus(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  userId: number,
): Promise<UserRecord> {
  await lockAccount(tx, userId);
  const user = await accessUser(tx, actor, userId);
  if (!isAtLeast(actor.role, "administrator") && user.bot_owner_id !== actor.id) throw new InsufficientPermission();
  return user;
}
