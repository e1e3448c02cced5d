import { isOwner } from "@parlance/contract/entities/roles.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { lockUser } from "#modules/users/accounts/user-locks.ts";

/**
 * Locks a user whose sessions or second factors an administrator may remove. Only owners may do this for owners. Bots
 * are rejected, because they have neither sessions nor second factors.
 * @throws NoSuchUser, MustBeOwner
 */
export async function lockUserToSecure({ tx, actor }: Pick<Write, "tx" | "actor">, id: number): Promise<void> {
  await lockUser(tx, actor.realmId, id);
  const user = await accessUser(tx, actor, id);
  if (user.bot_type !== null) throw new NoSuchUser();
  if (isOwner(user.role) && !isOwner(actor.role)) throw new MustBeOwner();
}
