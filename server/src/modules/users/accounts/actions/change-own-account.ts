import { currentSessionId } from "#modules/sign-in/sessions/sessions.ts";
import { recordLoginFailure } from "#modules/sign-in/attempts/actions/record-login-failure.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { RateRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";
import { renameUser } from "./rename-user.ts";
import { setPassword } from "#modules/sign-in/passwords/actions/set-password.ts";
import { WrongPassword } from "../own-account/own-account-errors.ts";
import type { PasswordChange } from "../own-account/password-change.ts";
import { canChangeName, assertCanChangeEmail } from "../own-account/own-account-policy.ts";
import { changeUserSettings, type SettingChanges } from "#modules/users/core/actions/change-user-settings.ts";
import { deleteAllDrafts } from "#modules/messages/drafts/actions/delete-all-drafts.ts";

import { countAttempt } from "#modules/sign-in/attempts/actions/count-attempt.ts";
import { hashLinkKey, createLinkKey } from "#modules/sign-in/core/email-link-key.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import { assertEmailAllowed } from "#modules/organizations/core/email-rules.ts";
import { isEmailAddress, isReservedEmail } from "#modules/users/core/email-addresses.ts";
import { EmailInUse, InvalidEmailAddress } from "#modules/users/core/errors.ts";
import { findUserByVisibleEmail } from "#modules/users/core/visibility/access-user.ts";
import { emailChangeConfirmationEmail } from "../own-account/email-change-emails.ts";

/** Time within which a new address can be confirmed, in milliseconds. */
const CONFIRMATION_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Sends a confirmation email to the new address that a user has requested. The address changes when the user follows
 * the link in the email. Links in earlier emails stop working. Does nothing if the address is the user's present one.
 * If the address belongs to another account whose address the user may not see, the email is sent anyway, but its link
 * does not work. So only the owner of an address can find out that it has an account.
 * @throws EmailChangesDisabled, InvalidEmailAddress, EmailInUse, RateLimitHit, or one of `emailRuleErrors`
 */
async function startEmailChange(ctx: Write, wanted: string, rules: RateRules): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const newEmail = wanted.trim();
  const { fullName, oldEmail } = await lockAccount(tx, actor.id);
  if (newEmail === oldEmail) return;
  await assertCanChangeEmail(tx, actor);
  if (!isEmailAddress(newEmail)) throw new InvalidEmailAddress();
  await assertEmailAllowed(tx, realm.id, newEmail);
  if (isReservedEmail(newEmail, realm)) throw new EmailInUse();
  const owner = await findUserByVisibleEmail(tx, actor, newEmail);
  // If the owner is the user, the new address differs from the present one only in case, which is allowed.
  if (owner && owner.id !== actor.id) throw new EmailInUse();
  await countAttempt(tx, { kind: "email_change", subject: String(actor.id), rules, now });

  const key = createLinkKey();
  await storeKey(tx, { key, userId: actor.id, newEmail, now });
  const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realm.id).executeTakeFirstOrThrow();
  const email = emailChangeConfirmationEmail({ realm: { ...realm, name }, fullName, oldEmail, newEmail, key });
  await enqueueEmail(tx, { realm, to: { address: newEmail, name: fullName }, email, now });
}

const lockAccount = (tx: Tx, userId: number) =>
  tx
    .selectFrom("account")
    .select(["full_name as fullName", "delivery_email as oldEmail"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

interface EmailChangeKey {
  readonly key: string;
  readonly userId: number;
  readonly newEmail: string;
  readonly now: Date;
}

async function storeKey(tx: Tx, { key, userId, newEmail, now }: EmailChangeKey): Promise<void> {
  await tx
    .updateTable("email_change")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
  await tx
    .insertInto("email_change")
    .values({
      key_hash: hashLinkKey(key),
      user_id: userId,
      new_email: newEmail,
      created_at: now,
      expires_at: new Date(now.getTime() + CONFIRMATION_LIFETIME_MS),
    })
    .execute();
}

interface AccountChange {
  readonly full_name?: string | undefined;
  readonly email?: string | undefined;
  readonly password: PasswordChange;
  readonly settings: SettingChanges;
  /** Rate limit for email changes of a user. */
  readonly emailRules: RateRules;
}

/**
 * Changes a user's own account. If one of the changes fails, none is applied. A new name is ignored if the user may not
 * change the name.
 * @returns null, or WrongPassword if the old password in the request is wrong. The error is returned instead of thrown,
 * so that the transaction commits and the failed attempt is counted.
 * @throws WrongPassword if the password has changed since it was checked, and the errors of `startEmailChange`,
 * `renameUser` and `changeUserSettings`
 */
export async function changeOwnAccount(ctx: Write, change: AccountChange): Promise<AppError | null> {
  const { tx, actor, realm, now } = ctx;
  const { full_name: fullName, email, password, settings, emailRules } = change;
  if (password.kind === "wrong") {
    await recordLoginFailure(tx, password.tried, now);
    return new WrongPassword();
  }
  if (email !== undefined) await startEmailChange(ctx, email, emailRules);
  if (fullName !== undefined && (await canChangeName(tx, actor))) {
    await renameUser(tx, { realmId: realm.id, userId: actor.id, fullName });
  }
  await changeUserSettings(tx, { realm, userId: actor.id, changes: settings, now });
  if (settings.enable_drafts_synchronization === false) await deleteAllDrafts(tx, actor.id);
  if (password.kind === "change") await replacePassword(ctx, password);
  return null;
}

/**
 * Replaces the password, and ends the user's other sessions. Throws WrongPassword if the password has changed since it
 * was checked.
 */
async function replacePassword({ tx, actor }: Write, { from, to }: { from: string; to: string }): Promise<void> {
  const { password_hash: present } = await tx
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", actor.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (present !== from) throw new WrongPassword();
  await setPassword(tx, actor.id, to, { except: currentSessionId(actor) });
}
