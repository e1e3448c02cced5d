import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "#kernel/db/types.ts";
import { realmSettings } from "#modules/organizations/core/queries.ts";
import { EmailChangesDisabled } from "./own-account-errors.ts";

/** Somebody with a role. */
interface Holder {
  readonly realmId: number;
  readonly role: number;
}

/** Administrators always may; others where the organization leaves it to them. Throws EmailChangesDisabled. */
export async function mustChangeEmail(db: Reader, { realmId, role }: Holder): Promise<void> {
  const { email_changes_disabled: isDisabled } = await realmSettings(db, realmId);
  if (isDisabled && !isAtLeast(role, "administrator")) throw new EmailChangesDisabled();
}

/** The same of the name. */
export async function mayChangeName(db: Reader, { realmId, role }: Holder): Promise<boolean> {
  const { name_changes_disabled: isDisabled } = await realmSettings(db, realmId);
  return !isDisabled || isAtLeast(role, "administrator");
}
