import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { EmailChangesDisabled } from "./own-account-errors.ts";

/** The organization and role of a user. */
interface UserWithRole {
  readonly realmId: number;
  readonly role: number;
}

/**
 * Throws EmailChangesDisabled if the organization does not allow users to change their address. Administrators may
 * always change theirs.
 */
export async function assertCanChangeEmail(db: Reader, { realmId, role }: UserWithRole): Promise<void> {
  const { email_changes_disabled: isDisabled } = await loadRealmSettings(db, realmId);
  if (isDisabled && !isAtLeast(role, "administrator")) throw new EmailChangesDisabled();
}

/** Returns whether this user may change his or her own name in the organization. Administrators always may. */
export async function canChangeName(db: Reader, { realmId, role }: UserWithRole): Promise<boolean> {
  const { name_changes_disabled: isDisabled } = await loadRealmSettings(db, realmId);
  return !isDisabled || isAtLeast(role, "administrator");
}
