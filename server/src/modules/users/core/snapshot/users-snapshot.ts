import { sql } from "kysely";
import type { BotType } from "@parlance/contract/entities/bot.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { SnapshotSection, RowKey } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";
import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { emailVisibilityOf, type UserRecord } from "../queries.ts";
import type { StoredUserSettings } from "../settings/user-settings.ts";

const columns = [
  "account.id",
  "account.realm_id",
  "account.delivery_email",
  "account.email_key",
  "account.full_name",
  "account.name_key",
  "account.bot_owner_id",
  "account.is_active",
  "account.timezone",
  "account.avatar_name",
  "account.avatar_version",
  "account.api_key_version",
  "account.rate_limits",
] as const;

type Column = (typeof columns)[number] extends `account.${infer Name}` ? Name & keyof Row<"account"> : never;

/** An account in the organization snapshot. Contains no secrets, such as the password's hash. */
export interface AccountSnapshot extends Pick<Row<"account">, Column> {
  readonly role: Role;
  readonly bot_type: BotType | null;
  /** Time of joining, in whole UNIX seconds. */
  readonly joined_at: number;
  /** The settings stored in the account's row. For others, the built-in values apply. */
  readonly settings: StoredUserSettings;
  /** Whether the account is a system bot, which is part of every organization. */
  readonly is_system: boolean;
}

const ALL_MESSAGES_SETTINGS = [
  "enable_stream_desktop_notifications",
  "enable_stream_email_notifications",
  "enable_stream_push_notifications",
] as const;

/** All users of an organization and the system bots, by id and by address. */
export class Users {
  readonly #byId = new Map<number, AccountSnapshot>();
  readonly #idByEmail = new Map<string, number>();
  readonly #system = new Set<number>();
  readonly #away = new Set<number>();
  readonly #wantingAll = new Set<number>();

  get(id: number): AccountSnapshot | undefined {
    return this.#byId.get(id);
  }

  /**
   * Finds a user by the key of an email address (see `emailKey`). The caller must check whether the actor may know
   * which account has the address.
   */
  byEmail(key: string): AccountSnapshot | undefined {
    return this.#byId.get(this.#idByEmail.get(key) ?? 0);
  }

  all(): Iterable<AccountSnapshot> {
    return this.#byId.values();
  }

  /** The system bots, ordered by id. */
  get systemBots(): AccountSnapshot[] {
    return [...this.#system].sort((a, b) => a - b).map((id) => required(this.#byId.get(id)));
  }

  /** Ids of the users who hide their presence. */
  get away(): Iterable<number> {
    return this.#away;
  }

  /** Ids of users who have turned on some kind of notification for all messages in channels. */
  get notifiedOfAllMessages(): ReadonlySet<number> {
    return this.#wantingAll;
  }

  put(account: AccountSnapshot): void {
    const { id } = account;
    this.remove(id);
    this.#byId.set(id, account);
    this.#idByEmail.set(account.email_key, id);
    if (account.is_system) this.#system.add(id);
    if (account.settings.presence_enabled === false) this.#away.add(id);
    if (ALL_MESSAGES_SETTINGS.some((name) => account.settings[name] === true)) this.#wantingAll.add(id);
  }

  remove(id: number): boolean {
    const key = this.#byId.get(id)?.email_key;
    // Remove the entry only if the address does not belong to another account by now.
    if (key !== undefined && this.#idByEmail.get(key) === id) this.#idByEmail.delete(key);
    this.#system.delete(id);
    this.#away.delete(id);
    this.#wantingAll.delete(id);
    return this.#byId.delete(id);
  }
}

async function loadAccounts(db: Reader, realmId: number, keys: readonly RowKey[] | "all"): Promise<AccountSnapshot[]> {
  return db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(columns)
    .select([sql<Role>`account.role`.as("role"), sql<BotType | null>`account.bot_type`.as("bot_type")])
    .select(sql<StoredUserSettings>`account.settings`.as("settings"))
    .select(sql<number>`floor(extract(epoch from account.date_joined))::int8`.as("joined_at"))
    .select(sql<boolean>`realm.subdomain is null`.as("is_system"))
    .where((where) => where.or([where("account.realm_id", "=", realmId), where("realm.subdomain", "is", null)]))
    .$if(keys !== "all", (query) => query.where("account.id", "=", sql<number>`any(${keys}::int[])`))
    .execute();
}

export const users: SnapshotSection<Users, AccountSnapshot> = {
  name: "people",
  tables: ["account"],
  rows: loadAccounts,
  keyOf: ({ id }) => id,
  empty: () => new Users(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => [...facts.all()].sort((a, b) => a.id - b.id),
  bytesPerRow: 800,
};

/** Returns the fields of an account that other users may be able to see. */
export const userRecordOf = (account: AccountSnapshot): UserRecord => ({
  ...account,
  email_address_visibility: emailVisibilityOf(account),
});

/** Records that these accounts change, so that organization snapshots are updated. */
export function recordUserChanges(tx: Tx, accounts: readonly Pick<Row<"account">, "id" | "realm_id">[]): void {
  for (const { id, realm_id: realmId } of accounts) recordSnapshotChanges(tx, realmId, users, [id]);
}
