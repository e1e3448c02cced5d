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
  /** Of the link for many that was followed; null: the person comes by themselves. */
  readonly linkKey: string | null;
  readonly email: string;
  /** How many letters strangers may cause to the address. */
  readonly rules: RateRules;
  readonly now: Date;
}

/** How long an address can be confirmed. */
const CONFIRMATION_MS = 24 * 3600 * 1000;

/**
 * Handles an address that somebody gives to join with, by a link for many or, if the organization is open, without one. A
 * letter to that address brings a key for `joinWithInvitation`, valid for one day. Whether the address already has an
 * account is said by letter as well, never to the caller.
 * @throws InvalidEmailAddress
 * @throws InvitationNotUsable where the link is none that can be used now
 * @throws InvitationRequired without a link, where the organization is not open
 * @throws RateLimitHit where the address has got too many such letters
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
    // Nobody reads what is sent to a bot.
    if (known.bot_type !== null) return;
    const letter = known.is_active
      ? accountExistsEmail({ organization, url: `${realm.url}/login/` })
      : accountDeactivatedEmail({ organization });
    return enqueueEmail(tx, { realm, to, email: letter, now });
  }
  const origin = { realmId: realm.id, referrerId: null, linkId, notifyReferrer: false, now };
  const [made] = await insertInvitations(tx, origin, { ...offer, expiresAt }, [email]);
  const letter = confirmationEmail({ organization, url: invitationUrl(realm, made?.key ?? "") });
  return enqueueEmail(tx, { realm, to, email: letter, now });
}
