import { linkToDirectory } from "#modules/sign-in/ldap/actions/change-directory-link.ts";
import type { DirectoryPerson } from "#modules/sign-in/ldap/directory-person.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { syncAccount } from "./sync-account.ts";
import { type AccountRecord, selectSyncedAccounts, type SyncContext } from "./sync-context.ts";

interface RefreshRequest {
  readonly realm: RealmContext;
  readonly userId: number;
  readonly person: DirectoryPerson;
  readonly log: Logger;
}

/** Updates an account with the data in its user's directory entry. Data that cannot be applied is logged. */
export async function refreshFromDirectory(
  means: SyncContext,
  { realm, userId, person, log }: RefreshRequest,
): Promise<void> {
  const known = await selectSyncedAccounts(means.db.reader).where("account.id", "=", userId).executeTakeFirstOrThrow();
  if (isLinkStale(known, person)) {
    const { dn, entryId } = person;
    await means.db.write((tx) => linkToDirectory(tx, { realmId: realm.id, userId, dn, entryId }));
  }
  const account = { ...known, entry_id: person.entryId };
  const { problems } = await syncAccount(means, { realm, account, person }, { isTrial: false });
  for (const problem of problems) log.warn(`an account could not be updated from the directory: ${problem}`);
}

/** Returns true if an account has no link to its user's directory entry, or one that no longer matches the entry. */
export const isLinkStale = (
  { dn, entry_id }: Pick<AccountRecord, "dn" | "entry_id">,
  person: Pick<DirectoryPerson, "dn" | "entryId">,
): boolean => dn !== person.dn || entry_id !== person.entryId;
