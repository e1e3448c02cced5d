import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { setRole } from "#modules/users/accounts/actions/set-role.ts";
import { lockUser } from "#modules/users/accounts/user-locks.ts";

interface SyncedRole {
  readonly realmId: number;
  readonly userId: number;
  readonly role: Role;
  readonly now: Date;
}

/**
 * Returns true if a directory changes a user's role: if it assigns another one, and the user is not an owner. Owners
 * stay owners, so that no external system can take control of an organization.
 */
export const canSyncRole = (before: number, role: Role): boolean => before !== roles.owner && before !== role;

/** Changes a user's role to the one that the directory assigns, unless the user is an owner. */
export async function syncRole(tx: Tx, { realmId, userId, role, now }: SyncedRole): Promise<void> {
  const { account } = await lockUser(tx, realmId, userId);
  if (canSyncRole(account.role, role)) await setRole(tx, { realmId, userId, role, actorId: null, now });
}
