import {
  accessRefusalReason,
  findDirectoryAdmissionRule,
  directoryGroups,
} from "#modules/sign-in/ldap/ldap-access-rules.ts";
import { findAccountOfEntry, describeAccountConflict } from "#modules/sign-in/ldap/directory-links.ts";
import type { DirectoryPerson } from "#modules/sign-in/ldap/directory-person.ts";
import { loadLdapOrganizations } from "./directory-accounts.ts";
import { syncAccount } from "./sync-account.ts";
import { selectSyncedAccounts, type SyncContext } from "./sync-context.ts";

/** What a login would make of somebody in one organization. */
export interface ExpectedLogin {
  /** Its subdomain. */
  readonly organization: string;
  /** Null: they have none. */
  readonly accountId: number | null;
  /** Why they would not get in; null: they would. */
  readonly barrier: string | null;
  /** The role with which a newcomer would join without an invitation; null: they have an account, or would not. */
  readonly role: number | null;
  /** The groups into which the directory puts them. */
  readonly userGroups: readonly string[];
  /** What would change of the account, and what could not; each as operators read it. */
  readonly differences: readonly string[];
  readonly problems: readonly string[];
}

/** What would become of somebody in each organization whose people log in by LDAP. Nothing is changed. */
export async function previewLogins(means: SyncContext, person: DirectoryPerson): Promise<ExpectedLogin[]> {
  const { db, ldap } = means;
  const prospects: ExpectedLogin[] = [];
  for (const realm of (await loadLdapOrganizations(means)).values()) {
    const { subdomain } = realm;
    const userGroups = [...directoryGroups(ldap, person, subdomain).wanted];
    const account = await findAccountOfEntry(db.reader, realm.id, person);
    const refusal = accessRefusalReason(ldap, person, subdomain) ?? (account && refusalOf(person, account));
    const about = { organization: subdomain, accountId: account?.id ?? null, userGroups, barrier: refusal ?? null };
    if (!account || refusal) {
      const role = account ? null : (findDirectoryAdmissionRule(ldap, person, subdomain)?.role ?? null);
      prospects.push({ ...about, role, differences: [], problems: [] });
      continue;
    }
    const known = await selectSyncedAccounts(db.reader).where("account.id", "=", account.id).executeTakeFirstOrThrow();
    const follower = { realm, account: { ...known, entry_id: person.entryId }, person };
    prospects.push({ ...about, role: null, ...(await syncAccount(means, follower, { isTrial: true })) });
  }
  return prospects;
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccountOfEntry>>>;

function refusalOf(person: DirectoryPerson, account: Account): string | null {
  if (account.isAnothers) return describeAccountConflict(person, account);
  if (account.bot_type !== null) return `${person.email} belongs to a bot`;
  return account.is_active ? null : `account ${account.id} is deactivated`;
}
