import { hashLinkKey } from "#modules/sign-in/core/email-link-key.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

interface EmailChangeLink {
  readonly realm: Pick<RealmContext, "id">;
  readonly key: string;
  readonly now: Date;
}

/**
 * Finds the confirmation link with this key, and returns the old and the new address, or null if the link cannot be
 * used. Changes nothing.
 */
export async function findEmailChange(
  db: Reader,
  { realm, key, now }: EmailChangeLink,
): Promise<{ readonly oldEmail: string; readonly newEmail: string } | null> {
  const row = await db
    .selectFrom("email_change")
    .innerJoin("account", "account.id", "email_change.user_id")
    .select(["account.delivery_email as oldEmail", "email_change.new_email as newEmail"])
    .where("email_change.key_hash", "=", hashLinkKey(key))
    .where("email_change.confirmed_at", "is", null)
    .where("email_change.revoked_at", "is", null)
    .where("email_change.expires_at", ">", now)
    .where("account.realm_id", "=", realm.id)
    .where("account.is_active", "=", true)
    .executeTakeFirst();
  return row ?? null;
}
