import type { BotType } from "@parlance/contract/entities/bot.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { emailKey } from "../email-addresses.ts";
import { recordUserChanges } from "../snapshot/users-snapshot.ts";
import { nameKey } from "../full-names.ts";
import type { StoredUserSettings } from "../settings/user-settings.ts";

export interface NewAccount {
  readonly realmId: number;
  /** The name, as returned by `parseFullName`. */
  readonly fullName: string;
  /** The email address. Surrounding whitespace is ignored. */
  readonly email: string;
  readonly role: Role;
  /** The type of the bot, or null for a human user. */
  readonly botType?: BotType | null;
  readonly ownerId?: number | null;
  /** Null if the account cannot log in with a password. */
  readonly passwordHash: string | null;
  /** IANA name of the time zone, or empty if it is unknown. Default: empty. */
  readonly timezone?: string;
  /** Settings that differ from the defaults. */
  readonly settings?: StoredUserSettings;
  readonly now: Date;
}

/**
 * Inserts accounts, without emitting events. Skips accounts whose address is already in use. Returns the inserted
 * accounts.
 */
export async function insertAccounts(tx: Tx, accounts: readonly NewAccount[]): Promise<Row<"account">[]> {
  const rows = await tx
    .insertInto("account")
    .values(accounts.map(columns))
    .onConflict((conflict) => conflict.columns(["realm_id", "email_key"]).doNothing())
    .returningAll()
    .execute();
  recordUserChanges(tx, rows);
  return rows;
}

const columns = ({ fullName, email, ...account }: NewAccount) => ({
  realm_id: account.realmId,
  delivery_email: email.trim(),
  email_key: emailKey(email),
  full_name: fullName,
  name_key: nameKey(fullName),
  role: account.role,
  bot_type: account.botType ?? null,
  bot_owner_id: account.ownerId ?? null,
  password_hash: account.passwordHash,
  date_joined: account.now,
  timezone: account.timezone ?? "",
  settings: JSON.stringify(account.settings ?? {}),
});
