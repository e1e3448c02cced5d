import type { DirectorySettings } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import type { DirectoryPerson } from "#modules/sign-in/ldap/directory-person.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Database, Reader } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";

/** What following the directory takes. */
export interface SyncContext {
  readonly db: Database;
  readonly ldap: DirectorySettings;
  readonly files: FileStore;
  /** Where organizations are reached. */
  readonly site: RealmSite;
  readonly clock: Clock;
}

/** An account of somebody whom the directory knows. */
export interface AccountRecord {
  readonly id: number;
  readonly full_name: string;
  readonly delivery_email: string;
  readonly role: number;
  /** Of the entry that it is linked to; null: it is not. */
  readonly dn: string | null;
  /** The same, as it is named for ever. */
  readonly entry_id: string | null;
  /** SHA-256 of the picture that was taken last. */
  readonly picture_hash: Buffer | null;
}

/** Somebody's account, and what the directory says of them. */
export interface DirectoryAccount {
  readonly realm: RealmContext;
  readonly account: AccountRecord;
  readonly person: DirectoryPerson;
}

/** The columns of a `AccountRecord`, and of what they are read. */
export const selectSyncedAccounts = (db: Reader) =>
  db
    .selectFrom("account")
    .leftJoin("directory_link", "directory_link.user_id", "account.id")
    .select(["account.id", "account.full_name", "account.delivery_email", "account.role"])
    .select(["directory_link.dn", "directory_link.entry_id", "directory_link.picture_hash"])
    .where("account.bot_type", "is", null);

/** What the directory says cannot be so here; the message tells the operator why. */
export class SyncConflict extends Error {
  override readonly name = "SyncConflict";
}

/** One thing in which accounts follow the directory. */
export interface SyncedAttribute {
  /** As operators read it. */
  readonly name: string;
  /**
   * What it would become; null: it is so already, or the directory says nothing of it.
   * @throws SyncConflict, AppError where it cannot become so
   */
  difference(means: SyncContext, follower: DirectoryAccount): Promise<string | null>;
  /**
   * Makes it so.
   * @throws SyncConflict, AppError
   */
  apply(means: SyncContext, follower: DirectoryAccount): Promise<void>;
}
