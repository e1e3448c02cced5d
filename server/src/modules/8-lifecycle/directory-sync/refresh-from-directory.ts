import { linkToDirectory } from "#auth/actions/link-to-directory.ts";
import type { DirectoryPerson } from "#auth/ldap/directory.ts";
import type { Database, Tx } from "#kernel/db/types.ts";
import { AppError } from "#kernel/errors.ts";
import type { Logger } from "#kernel/log.ts";
import { renameUser } from "#modules/8-lifecycle/accounts/actions/rename-user.ts";

interface Refresh {
  readonly realmId: number;
  readonly userId: number;
  readonly person: Pick<DirectoryPerson, "dn" | "fullName">;
  readonly log: Logger;
}

/** Makes an account, if it is not yet, what the directory says of its owner. What cannot be is told in the log. */
export async function refreshFromDirectory(db: Database, refresh: Refresh): Promise<void> {
  const { userId, person } = refresh;
  const known = await db.reader
    .selectFrom("account")
    .leftJoin("directory_link", "directory_link.user_id", "account.id")
    .select(["account.full_name", "directory_link.dn"])
    .where("account.id", "=", userId)
    .executeTakeFirst();
  if (known?.dn === person.dn && known.full_name === person.fullName) return;
  await db.write((tx) => takeFromDirectory(tx, refresh));
}

/** Links an account to its owner's entry, and names it as that does. */
export async function takeFromDirectory(tx: Tx, { realmId, userId, person, log }: Refresh): Promise<void> {
  const { dn, fullName } = person;
  await linkToDirectory(tx, { realmId, userId, dn });
  if (fullName === "") return;
  try {
    await renameUser(tx, { realmId, userId, fullName });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ dn }, `the directory's name for account ${userId} cannot be used: ${error.message}`);
  }
}
