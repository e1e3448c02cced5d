import { sql } from "kysely";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { emailKey } from "./email-addresses.ts";
import { changeableSettings } from "./settings/user-settings.ts";

type Column = (typeof columns)[number];
const columns = [
  "id",
  "realm_id",
  "delivery_email",
  "full_name",
  "role",
  "bot_type",
  "bot_owner_id",
  "is_active",
  "timezone",
  "avatar_name",
  "avatar_version",
] as const;

/** Fields of an account. Other users may be able to see them. */
export type UserRecord = Pick<Row<"account">, Column> & {
  /**
   * Time of joining, in whole UNIX seconds, because for ten thousand rows, creating a Date for each would take a third
   * of the time.
   */
  readonly joined_at: number;
  /** The addresses of bots are visible to all users. */
  readonly email_address_visibility: number;
};

/**
 * SQL expression for the visibility of the email address of an `account` row. Bots do not have this setting: all users
 * can see their addresses.
 */
export const emailVisibilityInSql = sql<number>`
  case when account.bot_type is null
    then coalesce((account.settings->>'email_address_visibility')::int, ${emailVisibilities.everyone})
    else ${emailVisibilities.everyone} end`;

/** Returns the visibility of the email address of a loaded account. */
export const emailVisibilityOf = ({ bot_type, settings }: Pick<Row<"account">, "bot_type" | "settings">): number =>
  bot_type === null ? changeableSettings({ settings }).email_address_visibility : emailVisibilities.everyone;

/** Converts a complete account row to a `UserRecord`. */
export const toUserRecord = (row: Row<"account">): UserRecord => ({
  ...row,
  joined_at: Math.floor(row.date_joined.getTime() / 1000),
  email_address_visibility: emailVisibilityOf(row),
});

const selectUserRecords = (db: Reader) =>
  db
    .selectFrom("account")
    .select(columns.map((column) => `account.${column}` as const))
    .select(sql<number>`floor(extract(epoch from account.date_joined))::int8`.as("joined_at"))
    .select(emailVisibilityInSql.as("email_address_visibility"));

/** Loads the accounts with these ids, of any organization, ordered by id. Ids that do not exist are skipped. */
export const loadUsers = (db: Reader, ids: readonly number[]): Promise<UserRecord[]> =>
  selectUserRecords(db)
    .where("account.id", "=", sql<number>`any(${ids}::int[])`)
    .orderBy("account.id")
    .execute();

/**
 * Loads the accounts of an organization, including bots and deactivated accounts, ordered by id. If `ids` is given,
 * loads only the accounts with these ids.
 */
export const loadRealmUsers = (db: Reader, realmId: number, ids?: readonly number[]): Promise<UserRecord[]> =>
  selectUserRecords(db)
    .where("account.realm_id", "=", realmId)
    .$if(ids !== undefined, (query) => query.where("account.id", "=", sql<number>`any(${ids}::int[])`))
    .orderBy("account.id")
    .execute();

/** Finds an account of this organization by id. */
export async function findUser(db: Reader, realmId: number, id: number): Promise<UserRecord | undefined> {
  return selectUserRecords(db).where("account.id", "=", id).where("account.realm_id", "=", realmId).executeTakeFirst();
}

/** Finds an account of this organization by its real address, even if other users cannot see the address. */
export const findUserByRealEmail = (db: Reader, realmId: number, email: string): Promise<UserRecord | undefined> =>
  selectUserRecords(db)
    .where("account.realm_id", "=", realmId)
    .where("account.email_key", "=", emailKey(email))
    .executeTakeFirst();

/** Loads the version from which the API key of an account is derived. */
export async function loadApiKeyVersion(db: Reader, id: number): Promise<number> {
  const account = await db
    .selectFrom("account")
    .select("api_key_version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return account.api_key_version;
}
