import type { JoinFromDirectory, RefreshFromDirectory } from "#modules/sign-in/ldap/ldap-backend.ts";
import { type DirectorySettings, findDirectoryAdmissionRule } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { joinFromLdap } from "#modules/users/accounts/actions/creation/join-from-ldap.ts";
import type { CommittedSnapshots } from "#modules/users/accounts/actions/creation/join-with-invitation.ts";
import type { SyncContext } from "#modules/identity-sync/ldap/sync-context.ts";
import { refreshFromDirectory } from "#modules/identity-sync/ldap/refresh-from-directory.ts";

/** Returns the functions that create and update the accounts of LDAP users when they log in. */
export const createLdapLoginSync =
  (others: Omit<SyncContext, "ldap">, snapshots: CommittedSnapshots, log: Logger) =>
  (ldap: DirectorySettings): { readonly join: JoinFromDirectory; readonly refresh: RefreshFromDirectory } => {
    const means = { ...others, ldap };
    const { db, clock } = means;
    return {
      join(realm, person) {
        const admission = findDirectoryAdmissionRule(ldap, person, realm.subdomain);
        const newcomer = { realm, ...person, admission, now: clock.now() };
        return db.write((tx) => joinFromLdap(tx, newcomer, snapshots));
      },
      refresh: (account, person) => refreshFromDirectory(means, { ...account, person, log }),
    };
  };
