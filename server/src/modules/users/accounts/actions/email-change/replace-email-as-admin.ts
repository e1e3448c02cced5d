import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { EmailInUse, InvalidNewEmail, NewEmailInUse } from "#modules/users/core/errors.ts";
import { assertCanReplaceEmail } from "#modules/users/accounts/policy.ts";
import { findUserByRealEmail, type UserRecord } from "#modules/users/core/queries.ts";
import { changeEmail } from "./change-email.ts";

/**
 * Changes the email address of a locked account immediately, without confirmation, for an administrator.
 * @throws NotAllowedToChangeEmails, MustBeOwner, InvalidNewEmail, NewEmailInUse
 */
export async function replaceEmailAsAdmin(
  { tx, actor, realm, now }: Write,
  user: UserRecord,
  newEmail: string,
): Promise<void> {
  const email = newEmail.trim();
  if (email === user.delivery_email) return;
  await assertCanReplaceEmail(tx, actor, user);
  if (!isEmailAddress(email)) throw new InvalidNewEmail();
  const owner = await findUserByRealEmail(tx, realm.id, email);
  if (owner && owner.id !== user.id) {
    throw new NewEmailInUse({ problem: owner.is_active ? "Already has an account." : "Account has been deactivated." });
  }
  await changeEmail(tx, { realm, userId: user.id, email }).catch((error: unknown) => {
    throw error instanceof EmailInUse ? new NewEmailInUse({ problem: "Already has an account." }) : error;
  });
  await recordAct(tx, {
    realmId: realm.id,
    actorId: actor.id,
    act: user.bot_type === null ? "user.email_changed" : "bot.email_changed",
    targetId: user.id,
    before: { delivery_email: user.delivery_email },
    after: { delivery_email: email },
    now,
  });
}
