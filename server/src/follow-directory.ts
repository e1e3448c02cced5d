import type { Joining, Refreshing } from "#auth/backends/ldap.ts";
import { directoryAdmission } from "#auth/ldap/door.ts";
import type { Logger } from "#kernel/log.ts";
import { joinFromDirectory } from "#modules/8-lifecycle/accounts/actions/join-from-directory.ts";
import type { Means } from "#modules/8-lifecycle/directory-sync/follower.ts";
import { refreshFromDirectory } from "#modules/8-lifecycle/directory-sync/refresh-from-directory.ts";

/** What becomes of people whom the LDAP server knows when they log in. */
export const followDirectory = (
  means: Means,
  log: Logger,
): { readonly join: Joining; readonly refresh: Refreshing } => ({
  join(realm, person) {
    const admission = directoryAdmission(means.ldap, person, realm.subdomain);
    return means.db.write((tx) => joinFromDirectory(tx, { realm, ...person, admission, now: means.clock.now() }));
  },
  refresh: (account, person) => refreshFromDirectory(means, { ...account, person, log }),
});
