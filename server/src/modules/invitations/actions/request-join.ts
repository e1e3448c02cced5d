import { countAttempt } from "#modules/sign-in/attempts/actions/count-attempt.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { RateRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import { assertEmailAllowed } from "#modules/organizations/core/email-rules.ts";
import { systemBotEmails } from "#modules/organizations/core/system-realm.ts";
import { emailKey, isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { InvalidEmailAddress } from "#modules/users/core/errors.ts";
import { findUserByRealEmail } from "#modules/users/core/queries.ts";
import { invitationUrl } from "../invitation.ts";
import { accountDeactivatedEmail, accountExistsEmail, confirmationEmail } from "../emails.ts";
import { loadJoinOffer } from "../join-offer.ts";
import { insertInvitations } from "./insert-invitations.ts";

export interface JoinRequest {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** Key of the invite link that the user followed, or null if the user has none. */
  readonly linkKey: string | null;
  readonly email: string;
  /** Limits for the emails that strangers can cause to be sent to an address. */
  readonly rules: RateRules;
  readonly now: Date;
}

/** Time within which an address can be confirmed, in milliseconds. */
const CONFIRMATION_MS = 24 * 3600 * 1000;

/**
 * Handles a request to join with an email address: with an invite link or, if anyone may join the organization, without
 * one. Sends an email to the address, with a key for `joinWithInvitation` that is valid for one day. If the address
 * already has an account, only the email says so; the caller never learns it.
 * @throws InvalidEmailAddress
 * @throws InvitationNotUsable if the link cannot be used now
 * @throws InvitationRequired if there is no link and the organization requires invitations
 * @throws RateLimitHit if too many such emails were sent to the address
 * @throws one of `emailRuleErrors`
 */
export async function requestJoin(tx: Tx, { realm, linkKey, rules, now, ...request }: JoinRequest): Promise<void> {
  const email = request.email.trim();
  const key = emailKey(email);
  if (!isEmailAddress(email) || systemBotEmails.has(key)) throw new InvalidEmailAddress();
  await countAttempt(tx, { kind: "join_request", subject: `${realm.id}:${key}`, rules, now });
  const expiresAt = new Date(now.getTime() + CONFIRMATION_MS);
  const { organization, linkId, ...offer } = await loadJoinOffer(tx, realm.id, linkKey, email, now);
  await assertEmailAllowed(tx, realm.id, email);

  const known = await findUserByRealEmail(tx, realm.id, email);
  const to = { address: email, name: known?.full_name ?? "" };
  if (known) {
    // No email is sent to the address of a bot, because bots do not read email.
    if (known.bot_type !== null) return;
    const message = known.is_active
      ? accountExistsEmail({ organization, url: `${realm.url}/login/` })
      : accountDeactivatedEmail({ organization });
    return enqueueEmail(tx, { realm, to, email: message, now });
  }
  const origin = { realmId: realm.id, referrerId: null, linkId, notifyReferrer: false, now };
  const [made] = await insertInvitations(tx, origin, { ...offer, expiresAt }, [email]);
  const message = confirmationEmail({ organization, url: invitationUrl(realm, made?.key ?? "") });
  return enqueueEmail(tx, { realm, to, email: message, now });
}
