import { type DirectorySettings, directoryRole, directoryGroups } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { emailAttribute } from "./attributes/email-attribute.ts";
import { pictureAttribute } from "./attributes/picture-attribute.ts";
import { profileFieldAttribute } from "./attributes/profile-field-attribute.ts";
import { type SyncedAttribute, SyncConflict, type DirectoryAccount, type SyncContext } from "./sync-context.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";
import { syncName } from "./actions/sync-name.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import { canSyncRole, syncRole } from "./actions/sync-role.ts";
import { findGroupChanges, syncGroups } from "./actions/sync-groups.ts";

const groupAssignment = ({ ldap }: SyncContext, { realm, account, person }: DirectoryAccount) => ({
  realmId: realm.id,
  userId: account.id,
  ...directoryGroups(ldap, person, realm.subdomain),
});

const userGroupsAttribute: SyncedAttribute = {
  name: "user groups",
  async difference(means, follower) {
    const steps = await findGroupChanges(means.db.reader, groupAssignment(means, follower));
    return steps.length === 0 ? null : steps.map(({ name, joins }) => `${joins ? "+" : "-"}${name}`).join(", ");
  },
  apply: (means, follower) =>
    means.db.write((tx) => syncGroups(tx, { ...groupAssignment(means, follower), now: means.clock.now() })),
};

const wantedRole = ({ ldap }: SyncContext, { realm, account, person }: DirectoryAccount) => {
  const role = directoryRole(ldap, person, realm.subdomain);
  return role !== null && canSyncRole(account.role, role) ? role : null;
};

const roleAttribute: SyncedAttribute = {
  name: "role",
  async difference(means, follower) {
    const wanted = wantedRole(means, follower);
    return Object.entries(roles).find(([, one]) => one === wanted)?.[0] ?? null;
  },
  async apply(means, follower) {
    const wanted = wantedRole(means, follower);
    if (wanted === null) return;
    const { realm, account } = follower;
    const { db, clock } = means;
    await db.write((tx) => syncRole(tx, { realmId: realm.id, userId: account.id, role: wanted, now: clock.now() }));
  },
};

const fullNameAttribute: SyncedAttribute = {
  name: "full name",
  async difference(_means, { account, person }) {
    if (person.fullName === "") return null;
    const name = parseFullName(person.fullName);
    return name === account.full_name ? null : name;
  },
  apply: ({ db, clock }, { realm, account, person }) =>
    db.write((tx) =>
      syncName(tx, { realmId: realm.id, userId: account.id, fullName: person.fullName, now: clock.now() }),
    ),
};

/**
 * Changes that were applied to an account, or would be (`differences`), and errors of those that could not be applied
 * (`problems`), as text for operators.
 */
export interface AccountSyncResult {
  readonly differences: readonly string[];
  readonly problems: readonly string[];
}

const syncedAttributes = ({ accessRules }: DirectorySettings): SyncedAttribute[] => [
  emailAttribute,
  fullNameAttribute,
  roleAttribute,
  userGroupsAttribute,
  ...Object.entries(accessRules?.profile_fields ?? {}).map(([label, attribute]) =>
    profileFieldAttribute(label, attribute),
  ),
  pictureAttribute,
];

/**
 * Updates an account with the directory's data. Attributes are updated one after the other, so an attribute that fails
 * does not affect the rest. With `isTrial`, changes are only reported.
 */
export async function syncAccount(
  means: SyncContext,
  follower: DirectoryAccount,
  { isTrial }: { isTrial: boolean },
): Promise<AccountSyncResult> {
  const [differences, problems] = [[] as string[], [] as string[]];
  for (const aspect of syncedAttributes(means.ldap)) {
    try {
      const difference = await aspect.difference(means, follower);
      if (difference === null) continue;
      if (!isTrial) await aspect.apply(means, follower);
      differences.push(`${aspect.name}: ${difference}`);
    } catch (error) {
      if (!(error instanceof AppError || error instanceof SyncConflict)) throw error;
      problems.push(`account ${follower.account.id} (${follower.person.dn}), ${aspect.name}: ${error.message}`);
    }
  }
  return { differences, problems };
}
