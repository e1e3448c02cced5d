import { barrierOf, directoryAdmission, directoryGroups } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import { accountOfEntry, anothersAccount } from "#modules/sign-in/ldap/directory-links.ts";
import type { DirectoryPerson } from "#modules/sign-in/ldap/directory-person.ts";
import { realmsOfDirectory } from "./directory-accounts.ts";
import { follow } from "./sync-account.ts";
import { followingAccounts, type Means } from "./sync-context.ts";

/** What a login would make of somebody in one organization. */
export interface Prospect {
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
export async function prospectsOf(means: Means, person: DirectoryPerson): Promise<Prospect[]> {
  const { db, ldap } = means;
  const prospects: Prospect[] = [];
  for (const realm of (await realmsOfDirectory(means)).values()) {
    const { subdomain } = realm;
    const userGroups = [...directoryGroups(ldap, person, subdomain).wanted];
    const account = await accountOfEntry(db.reader, realm.id, person);
    const refusal = barrierOf(ldap, person, subdomain) ?? (account && refusalOf(person, account));
    const about = { organization: subdomain, accountId: account?.id ?? null, userGroups, barrier: refusal ?? null };
    if (!account || refusal) {
      const role = account ? null : (directoryAdmission(ldap, person, subdomain)?.role ?? null);
      prospects.push({ ...about, role, differences: [], problems: [] });
      continue;
    }
    const known = await followingAccounts(db.reader).where("account.id", "=", account.id).executeTakeFirstOrThrow();
    const follower = { realm, account: { ...known, entry_id: person.entryId }, person };
    prospects.push({ ...about, role: null, ...(await follow(means, follower, { isTrial: true })) });
  }
  return prospects;
}

type Account = NonNullable<Awaited<ReturnType<typeof accountOfEntry>>>;

function refusalOf(person: DirectoryPerson, account: Account): string | null {
  if (account.isAnothers) return anothersAccount(person, account);
  if (account.bot_type !== null) return `${person.email} belongs to a bot`;
  return account.is_active ? null : `account ${account.id} is deactivated`;
}
