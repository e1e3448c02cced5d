import { sql } from "kysely";
import { createLinkKey } from "#modules/sign-in/core/email-link-key.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import type { Offer } from "../invitation.ts";

interface Origin {
  readonly realmId: number;
  readonly referrerId: number | null;
  /** The invite link with which the invitee requested to join, if any. */
  readonly linkId: number | null;
  /** Whether the referrer is notified when an invitation is accepted. */
  readonly notifyReferrer: boolean;
  /**
   * Whether an identity provider or the operators vouch for the invitees. Their invitations are then usable even if the
   * organization requires invitations. Default: false.
   */
  readonly isVouchedFor?: boolean;
  readonly now: Date;
}

/** An invitation that was just inserted. */
export interface NewInvitation {
  readonly id: number;
  readonly key: string;
  /** The invitee's address, or null for an invite link. */
  readonly email: string | null;
}

/**
 * Inserts an invitation for each address, and an invite link for each `null`. All have the same offer (role, channels
 * and groups). Returns them in the order of `emails`.
 */
export async function insertInvitations(
  tx: Tx,
  { realmId, referrerId, linkId, notifyReferrer, isVouchedFor = false, now }: Origin,
  offer: Offer,
  emails: readonly (string | null)[],
): Promise<NewInvitation[]> {
  const keys = emails.map(() => createLinkKey());
  const { rows } = await sql<NewInvitation>`
    insert into invitation (realm_id, referrer_id, link_id, key, email, email_key, role, channel_ids, group_ids,
      include_default_channels, notify_referrer, welcome_text, is_vouched_for, created_at, sent_at, expires_at)
    select ${realmId}, ${referrerId}::int, ${linkId}::int, key, email, email_key, ${offer.role},
      ${offer.channelIds}::int[], ${offer.groupIds}::int[], ${offer.includeDefaultChannels}, ${notifyReferrer},
      ${offer.welcomeText}::text, ${isVouchedFor}, ${now}::timestamptz, ${now}::timestamptz, ${offer.expiresAt}::timestamptz
    from unnest(
      ${keys}::text[], ${emails}::text[], ${emails.map((email) => (email === null ? null : emailKey(email)))}::text[]
    ) with ordinality as invited(key, email, email_key, ordinal)
    order by ordinal
    returning id, key, email`.execute(tx);
  return rows;
}
