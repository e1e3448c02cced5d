import type { DirectorySettings } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import type { DirectoryPerson } from "#modules/sign-in/ldap/directory-person.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Database, Reader } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";

/** Services and settings that a synchronization with the directory needs. */
export interface SyncContext {
  readonly db: Database;
  readonly ldap: DirectorySettings;
  readonly files: FileStore;
  /** URL of the server, from which the URLs of organizations are derived. */
  readonly site: RealmSite;
  readonly clock: Clock;
}

/** An account of a user in the directory. */
export interface AccountRecord {
  readonly id: number;
  readonly full_name: string;
  readonly delivery_email: string;
  readonly role: number;
  /** Distinguished name of the linked entry; null if the account is not linked. */
  readonly dn: string | null;
  /** Permanent identifier of the linked entry; null if there is none. */
  readonly entry_id: string | null;
  /** SHA-256 of the picture that was last applied; null if there was none. */
  readonly picture_hash: Buffer | null;
}

/** A user's account and directory entry. */
export interface DirectoryAccount {
  readonly realm: RealmContext;
  readonly account: AccountRecord;
  readonly person: DirectoryPerson;
}

/** Selects the columns of an `AccountRecord` for accounts that are not bots. */
export const selectSyncedAccounts = (db: Reader) =>
  db
    .selectFrom("account")
    .leftJoin("directory_link", "directory_link.user_id", "account.id")
    .select(["account.id", "account.full_name", "account.delivery_email", "account.role"])
    .select(["directory_link.dn", "directory_link.entry_id", "directory_link.picture_hash"])
    .where("account.bot_type", "is", null);

/** Thrown if a value of the directory cannot be applied. The message gives the operator the reason. */
export class SyncConflict extends Error {
  override readonly name = "SyncConflict";
}

/** An attribute of accounts that is synchronized with the directory. */
export interface SyncedAttribute {
  /** Name for operators. */
  readonly name: string;
  /**
   * Returns the change as text for operators, such as the new value; null if nothing has to be changed.
   * @throws SyncConflict, AppError if the value cannot be applied
   */
  difference(means: SyncContext, follower: DirectoryAccount): Promise<string | null>;
  /**
   * Applies the value.
   * @throws SyncConflict, AppError
   */
  apply(means: SyncContext, follower: DirectoryAccount): Promise<void>;
}
