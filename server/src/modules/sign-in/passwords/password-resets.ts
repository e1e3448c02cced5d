import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { usesDirectoryPassword } from "../ldap/directory-links.ts";
import { hashLinkKey } from "../core/email-link-key.ts";

/** Time for which a reset link is valid, in seconds. */
export const PASSWORD_RESET_SECONDS = 24 * 60 * 60;

/** The account whose password a link resets. */
export interface PasswordReset {
  readonly userId: number;
  readonly fullName: string;
  readonly email: string;
}

interface Link {
  readonly realm: Pick<RealmContext, "id">;
  readonly key: string;
  /** Settings of the LDAP server; undefined if LDAP is not used. */
  readonly ldap: LdapSettings | undefined;
  readonly now: Date;
}

/**
 * Finds the account whose password a link can reset. Null if the link does not exist in this organization, was used or
 * has expired, if the account is deactivated or its email address has changed, or if its password is in the LDAP
 * directory.
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
