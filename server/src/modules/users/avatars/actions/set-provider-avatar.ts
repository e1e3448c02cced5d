import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { loadUsers } from "#modules/users/core/queries.ts";
import { setAvatar } from "./set-avatar.ts";

interface ProviderAvatar {
  readonly realmId: number;
  readonly userId: number;
  /** Name of the avatar, which must already be in the file store. */
  readonly name: string;
  /** Version of the account's avatar when the request to the identity provider started. */
  readonly replacedVersion: number;
}

/**
 * Sets an account's avatar to the one that was fetched from the identity provider. Returns false, and changes nothing,
 * if the account's avatar was changed or removed in the meantime.
 */
export async function setProviderAvatar(tx: Tx, avatar: ProviderAvatar): Promise<boolean> {
  const { userId, replacedVersion } = avatar;
  await lockAccount(tx, userId);
  const [user] = await loadUsers(tx, [userId]);
  if (user?.avatar_version !== replacedVersion) return false;
  await setAvatar(tx, avatar);
  return true;
}
