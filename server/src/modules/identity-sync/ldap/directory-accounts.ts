import { isLdapEnabled } from "#modules/sign-in/ldap/ldap-availability.ts";
import { describeAccountConflict, belongsToOtherEntry } from "#modules/sign-in/ldap/directory-links.ts";
import type { DirectoryPerson } from "#modules/sign-in/ldap/directory-person.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import { realmContext, loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { type DirectoryAccount, type AccountRecord, selectSyncedAccounts, type SyncContext } from "./sync-context.ts";

/** Loads the organizations in which users can log in with LDAP, by id. */
export async function loadLdapOrganizations({
  db,
  ldap,
  site,
}: Pick<SyncContext, "db" | "ldap" | "site">): Promise<Map<number, RealmContext>> {
  const rows = await db.reader
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("deactivated_at", "is", null)
    .execute();
  const realms = new Map<number, RealmContext>();
  for (const row of rows) {
    const realm = realmContext(row, site);
    if (realm && isLdapEnabled(ldap, (await loadRealmSettings(db.reader, row.id)).authentication_methods))
      realms.set(row.id, realm);
  }
  return realms;
}

/**
 * An account that belongs to a directory entry, with the data that shows whether it is deactivated, and whether a
 * synchronization did that.
 */
export interface SyncCandidate extends DirectoryAccount {
  readonly account: AccountRecord & { readonly is_active: boolean; readonly deactivated_at: Date | null };
}

interface DirectoryAccounts {
  readonly followers: readonly SyncCandidate[];
  /** A message for the operator about each entry whose email address is used by the account of another entry. */
  readonly conflicts: readonly string[];
}

/**
 * Finds the accounts of directory entries: accounts linked to the entries, and accounts with their email addresses. If
 * entries have no permanent identifier, also accounts linked to their distinguished names whose email address differs.
 */
export async function loadDirectoryAccounts(
  db: Reader,
  realms: ReadonlyMap<number, RealmContext>,
  people: readonly DirectoryPerson[],
): Promise<DirectoryAccounts> {
  if (people.length === 0 || realms.size === 0) return { followers: [], conflicts: [] };
  const byKey = new Map(people.map((person) => [emailKey(person.email), person]));
  const byDn = new Map(people.map((person) => [person.dn, person]));
  const byId = new Map(
    people.flatMap((person) => (person.entryId === null ? [] : [[person.entryId, person] as const])),
  );
  const rows = await selectSyncedAccounts(db)
    .select(["account.realm_id", "account.is_active", "account.email_key", "directory_link.deactivated_at"])
    .where("account.realm_id", "in", [...realms.keys()])
    .where((is) =>
      is.or([
        is("account.email_key", "in", [...byKey.keys()]),
        is("directory_link.dn", "in", [...byDn.keys()]),
        is("directory_link.entry_id", "in", [...byId.keys()]),
      ]),
    )
    .execute();
  const usedAddresses = new Set(rows.map(({ realm_id, email_key }) => `${realm_id} ${email_key}`));
  const linked = new Set(rows.map(({ realm_id, entry_id }) => `${realm_id} ${entry_id ?? ""}`));
  const conflicts: string[] = [];
  const followers = rows.flatMap(({ email_key, realm_id, ...account }) => {
    const realm = realms.get(realm_id);
    if (!realm) return [];
    const ofEntry = byId.get(account.entry_id ?? "");
    if (ofEntry) return [{ realm, account, person: ofEntry }];
    const person = byKey.get(email_key);
    // If an entry already has a linked account, another account with the entry's email address is ignored.
    if (person && linked.has(`${realm_id} ${person.entryId ?? "?"}`)) return [];
    if (person && belongsToOtherEntry(account.entry_id, person)) {
      conflicts.push(describeAccountConflict(person, account));
      return [];
    }
    if (person) return [{ realm, account, person }];
    const named = byDn.get(account.dn ?? "");
    const isAnothers =
      !named ||
      belongsToOtherEntry(account.entry_id, named) ||
      usedAddresses.has(`${realm_id} ${emailKey(named.email)}`);
    return isAnothers ? [] : [{ realm, account, person: named }];
  });
  return { followers, conflicts };
}
