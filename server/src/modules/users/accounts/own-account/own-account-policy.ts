import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { EmailChangesDisabled } from "./own-account-errors.ts";

/** Somebody with a role. */
interface UserWithRole {
  readonly realmId: number;
  readonly role: number;
}

/** Administrators always may; others where the organization leaves it to them. Throws EmailChangesDisabled. */
export async function assertCanChangeEmail(db: Reader, { realmId, role }: UserWithRole): Promise<void> {
  const { email_changes_disabled: isDisabled } = await loadRealmSettings(db, realmId);
  if (isDisabled && !isAtLeast(role, "administrator")) throw new EmailChangesDisabled();
}

/** The same of the name. */
export async function canChangeName(db: Reader, { realmId, role }: UserWithRole): Promise<boolean> {
  const { name_changes_disabled: isDisabled } = await loadRealmSettings(db, realmId);
  return !isDisabled || isAtLeast(role, "administrator");
}
