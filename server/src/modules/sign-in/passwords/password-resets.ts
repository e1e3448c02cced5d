import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { usesDirectoryPassword } from "../ldap/directory-links.ts";
import { hashLinkKey } from "../core/email-link-key.ts";

/** How long a link for a forgotten password works, in seconds. */
export const PASSWORD_RESET_SECONDS = 24 * 60 * 60;

/** Whose password a link replaces. */
export interface PasswordReset {
  readonly userId: number;
  readonly fullName: string;
  readonly email: string;
}

interface Link {
  readonly realm: Pick<RealmContext, "id">;
  readonly key: string;
  /** How an LDAP server is asked; undefined where none is. */
  readonly ldap: LdapSettings | undefined;
  readonly now: Date;
}

/**
 * Whose password the link of this key may replace. Null where there is no such link in this organization, where it was
 * used or has expired, where the account is not active or has another address
 * since, and where the password is the directory's affair.
 */
export async function findPasswordReset(db: Reader, { realm, key, ldap, now }: Link): Promise<PasswordReset | null> {
  const row = await db
    .selectFrom("password_reset")
    .innerJoin("account", (join) =>
      join
        .onRef("account.id", "=", "password_reset.user_id")
        .onRef("account.email_key", "=", "password_reset.email_key"),
    )
    .select(["account.id as userId", "account.full_name as fullName", "account.delivery_email as email"])
    .where("password_reset.key_hash", "=", hashLinkKey(key))
    .where("password_reset.used_at", "is", null)
    .where("password_reset.expires_at", ">", now)
    .where("account.is_active", "=", true)
    .where("account.realm_id", "=", realm.id)
    .executeTakeFirst();
  if (!row || (await usesDirectoryPassword(db, ldap, { realmId: realm.id, userId: row.userId }))) return null;
  return row;
}
