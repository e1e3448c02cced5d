import { hashLinkKey } from "#modules/sign-in/core/email-link-key.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import { assertEmailAllowed } from "#modules/organizations/core/email-rules.ts";
import { changeEmail } from "./change-email.ts";
import { emailChangedEmail } from "#modules/users/accounts/own-account/email-change-emails.ts";
import { assertCanChangeEmail } from "#modules/users/accounts/own-account/own-account-policy.ts";

interface EmailConfirmation {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** Key of the confirmation link. */
  readonly key: string;
  readonly now: Date;
}

/** A user whose email address was changed. */
interface ConfirmedEmail {
  readonly userId: number;
  readonly fullName: string;
  readonly oldEmail: string;
  readonly newEmail: string;
}

/**
 * Changes a user's email address to the one to which the confirmation link was sent, and notifies the old address by
 * email.
 * @returns null if the link cannot be used: it is unknown in this organization, expired, used or replaced by a newer
 * link, or its account is no longer active
 * @throws EmailChangesDisabled, EmailInUse, or one of `emailRuleErrors`, if the change is no longer possible
 */
export async function confirmEmailChange(tx: Tx, confirmation: EmailConfirmation): Promise<ConfirmedEmail | null> {
  const { realm, now } = confirmation;
  const change = await consumeLink(tx, confirmation);
  if (!change) return null;
  const { userId, role, fullName, oldEmail, newEmail } = change;
  await assertCanChangeEmail(tx, { realmId: realm.id, role });
  await assertEmailAllowed(tx, realm.id, newEmail);
  await changeEmail(tx, { realm, userId, email: newEmail });
  const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realm.id).executeTakeFirstOrThrow();
  const email = emailChangedEmail({ realm: { ...realm, name }, fullName, oldEmail, newEmail });
  await enqueueEmail(tx, { realm, to: { address: oldEmail, name: fullName }, email, now });
  return { userId, fullName, oldEmail, newEmail };
}

/**
 * Locks the account of a link, and marks the link as used. If two requests use the link at the same time, only the
 * first succeeds.
 */
async function consumeLink(tx: Tx, { realm, key, now }: EmailConfirmation) {
  const keyHash = hashLinkKey(key);
  const account = await tx
    .selectFrom("account")
    .select(["id as userId", "role", "full_name as fullName", "delivery_email as oldEmail"])
    .where("id", "=", (eb) => eb.selectFrom("email_change").select("user_id").where("key_hash", "=", keyHash))
    .where("realm_id", "=", realm.id)
    .where("is_active", "=", true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) return null;
  const link = await tx
    .updateTable("email_change")
    .set({ confirmed_at: now })
    .where("key_hash", "=", keyHash)
    .where("confirmed_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .returning("new_email as newEmail")
    .executeTakeFirst();
  return link ? { ...account, ...link } : null;
}
