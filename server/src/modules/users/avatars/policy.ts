import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { AvatarChangesDisabled } from "./errors.ts";

/**
 * Throws AvatarChangesDisabled if the organization does not allow users to change their avatar. Administrators may
 * always change theirs.
 */
export async function assertCanChangeAvatar(
  db: Reader,
  { realmId, role }: { readonly realmId: number; readonly role: number },
): Promise<void> {
  const { avatar_changes_disabled: isDisabled } = await loadRealmSettings(db, realmId);
  if (isDisabled && !isAtLeast(role, "administrator")) throw new AvatarChangesDisabled();
}
