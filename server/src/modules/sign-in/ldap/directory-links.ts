import type { LdapSettings } from "./settings.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import { isLdapEnabled } from "./ldap-availability.ts";
import type { DirectoryPerson } from "./directory-person.ts";

interface AccountRef {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Returns true if an account's password is in the directory: the account is linked to an entry, and the organization
 * has LDAP logins enabled. Such an account has no other password, even if the entry was deleted.
 */
export async function usesDirectoryPassword(
  db: Reader,
  ldap: LdapSettings | undefined,
  { realmId, userId }: AccountRef,
): Promise<boolean> {
  if (ldap === undefined) return false;
  const link = await db.selectFrom("directory_link").select("user_id").where("user_id", "=", userId).executeTakeFirst();
  if (!link) return false;
  return isLdapEnabled(ldap, (await loadRealmSettings(db, realmId)).authentication_methods);
}

type Entry = Pick<DirectoryPerson, "dn" | "entryId" | "email">;

/**
 * Returns true if an account with an entry's email address is linked to another entry. Only identifiers from the same
 * attribute are compared.
 */
export function belongsToOtherEntry(linked: string | null, { entryId }: Pick<Entry, "entryId">): boolean {
  const attribute = (id: string) => id.slice(0, id.indexOf("="));
  return linked !== null && entryId !== null && linked !== entryId && attribute(linked) === attribute(entryId);
}

/**
 * Returns a message for operators that explains why a user cannot log in to the account with the user's email address.
 */
export const describeAccountConflict = (
  { dn, email }: Entry,
  account: { readonly id: number; readonly dn: string | null },
): string =>
  `${dn} has the address ${email} of account ${account.id}, which is linked to another entry (${account.dn ?? ""}); ` +
  "if both are the same person, run `parlance ldap unlink`; otherwise change the account's address";

/**
 * Finds the account of a directory entry in an organization: the account linked to the entry, otherwise the account
 * with its email address.
 */
export async function findAccountOfEntry(db: Reader, realmId: number, entry: Entry) {
  const accounts = await db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .leftJoin("directory_link", "directory_link.user_id", "account.id")
    .select(["account.id", "account.is_active", "account.bot_type", "realm.deactivated_at"])
    .select(["directory_link.dn", "directory_link.entry_id"])
    .where("account.realm_id", "=", realmId)
    .where((is) =>
      is.or([is("account.email_key", "=", emailKey(entry.email)), is("directory_link.entry_id", "=", entry.entryId)]),
    )
    .execute();
  const account = accounts.find(({ entry_id }) => entry_id !== null && entry_id === entry.entryId) ?? accounts[0];
  return account && { ...account, isAnothers: belongsToOtherEntry(account.entry_id, entry) };
}
