import { countAttempt } from "#modules/sign-in/attempts/actions/count-attempt.ts";
import { linkKeyHash, newLinkKey } from "#modules/sign-in/core/email-link-key.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Write } from "#kernel/http/context.ts";
import type { RateRules } from "#kernel/rate-limits/rate-limit-rules.ts";
import { sendLetter } from "#modules/platform/email/actions/enqueue-email.ts";
import { refuseForbiddenAddress } from "#modules/organizations/core/email-rules.ts";
import { isEmailAddress, isReservedAddress } from "#modules/users/core/email-addresses.ts";
import { EmailInUse, InvalidEmailAddress } from "#modules/users/core/errors.ts";
import { findUserByVisibleEmail } from "#modules/users/core/visibility/access-user.ts";
import { confirmNewEmail } from "../own-account/email-change-emails.ts";
import { mustChangeEmail } from "../own-account/own-account-policy.ts";

/** How long a new address can be confirmed, in milliseconds. */
const CONFIRMATION_MS = 24 * 60 * 60 * 1000;

/**
 * Sends a letter to the address that somebody wants to have; it becomes theirs when they follow the link in it. The links
 * of earlier letters stop working. Nothing happens if the address is theirs already. If it belongs to an account whose
 * address they may not see, the letter is sent all the same, and its link does not work: only the owner of an address can
 * learn whose it is.
 * @throws EmailChangesDisabled, InvalidEmailAddress, EmailInUse, RateLimitHit, or one of `emailRuleErrors`
 */
export async function startEmailChange(ctx: Write, wanted: string, rules: RateRules): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const newEmail = wanted.trim();
  const { fullName, oldEmail } = await lockAccount(tx, actor.id);
  if (newEmail === oldEmail) return;
  await mustChangeEmail(tx, actor);
  if (!isEmailAddress(newEmail)) throw new InvalidEmailAddress();
  await refuseForbiddenAddress(tx, realm.id, newEmail);
  if (isReservedAddress(newEmail, realm)) throw new EmailInUse();
  const owner = await findUserByVisibleEmail(tx, actor, newEmail);
  // The same address with other capitals is one's own.
  if (owner && owner.id !== actor.id) throw new EmailInUse();
  await countAttempt(tx, { kind: "email_change", subject: String(actor.id), rules, now });

  const key = newLinkKey();
  await keepKey(tx, { key, userId: actor.id, newEmail, now });
  const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realm.id).executeTakeFirstOrThrow();
  const letter = confirmNewEmail({ realm: { ...realm, name }, fullName, oldEmail, newEmail, key });
  await sendLetter(tx, { realm, to: { address: newEmail, name: fullName }, letter, now });
}

const lockAccount = (tx: Tx, userId: number) =>
  tx
    .selectFrom("account")
    .select(["full_name as fullName", "delivery_email as oldEmail"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

interface Key {
  readonly key: string;
  readonly userId: number;
  readonly newEmail: string;
  readonly now: Date;
}

async function keepKey(tx: Tx, { key, userId, newEmail, now }: Key): Promise<void> {
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
      key_hash: linkKeyHash(key),
      user_id: userId,
      new_email: newEmail,
      created_at: now,
      expires_at: new Date(now.getTime() + CONFIRMATION_MS),
    })
    .execute();
}
