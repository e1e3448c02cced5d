import type { Joining, Refreshing } from "#modules/sign-in/ldap/ldap-backend.ts";
import { type DirectorySettings, directoryAdmission } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import type { Logger } from "#kernel/log.ts";
import { joinFromDirectory } from "#modules/users/accounts/actions/creation/join-from-ldap.ts";
import type { Means } from "#modules/identity-sync/ldap/sync-context.ts";
import { refreshFromDirectory } from "#modules/identity-sync/ldap/refresh-from-directory.ts";

/** What becomes of people whom an LDAP server knows when they log in. */
export const followDirectory =
  (others: Omit<Means, "ldap">, log: Logger) =>
  (ldap: DirectorySettings): { readonly join: Joining; readonly refresh: Refreshing } => {
    const means = { ...others, ldap };
    const { db, clock } = means;
    return {
      join(realm, person) {
        const admission = directoryAdmission(ldap, person, realm.subdomain);
        return db.write((tx) => joinFromDirectory(tx, { realm, ...person, admission, now: clock.now() }));
      },
      refresh: (account, person) => refreshFromDirectory(means, { ...account, person, log }),
    };
  };
