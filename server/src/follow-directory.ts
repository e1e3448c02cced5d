import type { Logger } from "pino";
import type { Joining, Refreshing } from "#auth/backends/ldap.ts";
import type { Clock } from "#kernel/clock.ts";
import type { PostgresDatabase } from "#kernel/db/database.ts";
import { joinFromDirectory } from "#modules/8-lifecycle/accounts/actions/join-from-directory.ts";
import { refreshFromDirectory } from "#modules/8-lifecycle/directory-sync/refresh-from-directory.ts";

/** What becomes of people whom the LDAP server knows when they log in. */
export const followDirectory = (
  db: PostgresDatabase,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): { readonly join: Joining; readonly refresh: Refreshing } => ({
  join: (realm, person) => db.write((tx) => joinFromDirectory(tx, { realm, ...person, now: clock.now() })),
  refresh: (account, person) => refreshFromDirectory(db, { ...account, person, log }),
});
