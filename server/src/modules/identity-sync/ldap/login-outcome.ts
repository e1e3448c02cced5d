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

/** Expected result of a user's login in one organization. */
export interface ExpectedLogin {
  /** The organization's subdomain. */
  readonly organization: string;
  /** Id of the user's account; null if the user has no account. */
  readonly accountId: number | null;
  /**
   * Reason why the directory or the account prevents the login; null if there is none. Without an account, the login
   * also fails if the user could not join.
   */
  readonly barrier: string | null;
  /**
   * Role with which a new user would join without an invitation; null if the user already has an account or could not
   * join.
   */
  readonly role: number | null;
  /** Groups that the directory assigns to the user. */
  readonly userGroups: readonly string[];
  /**
   * Changes that the login would make to the account (`differences`) and changes that would fail (`problems`), as text
   * for operators.
   */
  readonly differences: readonly string[];
  readonly problems: readonly string[];
}

/** Predicts the result of a user's login in each organization that uses LDAP. Changes nothing. */
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
