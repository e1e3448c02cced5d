import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordActs } from "#modules/platform/audit-log/actions/record-act.ts";
import { enqueueEmails } from "#modules/platform/email/actions/enqueue-email.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { InvalidAddresses, NoAddress, NoneInvited, TooManyAddresses, TooNewToInvite } from "../errors.ts";
import { invitesChanged, invitationAudience } from "../events.ts";
import { type RejectedInvitee, classifyInvitees } from "../invitees.ts";
import { invitationUrl } from "../invitation.ts";
import { invitationEmail } from "../emails.ts";
import type { Offer } from "../invitation.ts";
import { lockReferrer, authorizeOffer, type Referrer } from "../policy.ts";
import type { InvitationSettings } from "../settings.ts";
import { countInvitationEmails } from "./count-invitation-emails.ts";
import { insertInvitations, type NewInvitation } from "./insert-invitations.ts";

export interface InvitationRequest {
  /** Addresses without duplicates. */
  readonly addresses: readonly string[];
  readonly offer: Offer;
  /** Whether the actor is notified when an invitation is accepted. */
  readonly notifyReferrer: boolean;
}

const MAX_ADDRESSES = 10_000;
/**
 * Minimum age of an account that sends invitations if anyone can join the organization, in milliseconds. Does not apply
 * to administrators. Without it, spammers could join the organization and use it to email strangers.
 */
const PROBATION_MS = 3 * 24 * 3600 * 1000;

/**
 * Sends invitations by email. Addresses that already have an account are skipped and returned; all other addresses are
 * invited.
 * @throws NoAddress, TooManyAddresses, DailyLimitReached, TooNewToInvite, InvalidAddresses, NoneInvited, or one of
 * `offerErrors`
 */
export async function sendInvitations(
  ctx: Write,
  { addresses, offer, notifyReferrer }: InvitationRequest,
  settings: InvitationSettings,
): Promise<readonly RejectedInvitee[]> {
  const { tx, realm, now } = ctx;
  const { referrer, snapshot } = await lockReferrer(ctx, "can_invite_users_group", offer.role);
  if (addresses.length === 0) throw new NoAddress();
  if (addresses.length > MAX_ADDRESSES) throw new TooManyAddresses();
  authorizeOffer(snapshot, referrer, offer);
  const organization = await organizationFor(tx, referrer, now);
  await countInvitationEmails(tx, { realmId: realm.id, emailCount: addresses.length, now }, settings);

  const { invitable, invalid, existing } = await classifyInvitees(tx, realm.id, addresses);
  if (invalid.length > 0) throw failure(InvalidAddresses, [...invalid, ...existing]);
  if (invitable.length === 0) throw failure(NoneInvited, existing);

  const origin = { realmId: realm.id, referrerId: referrer.id, linkId: null, notifyReferrer, now };
  const accepted = isAtLeast(referrer.role, "administrator") ? offer : { ...offer, welcomeText: null };
  const invitations = await insertInvitations(tx, origin, accepted, invitable);
  const emails = invitations.map(({ key, email }) => ({
    to: { address: email ?? "", name: "" },
    email: invitationEmail({
      organization,
      referrer: referrer.fullName,
      url: invitationUrl(realm, key),
      expiresAt: offer.expiresAt,
    }),
  }));
  await enqueueEmails(tx, { realm, now }, emails);
  emit(tx, invitationAudience(realm.id, [referrer.id]), invitesChanged());
  await recordSent(tx, referrer, offer, invitations, now);
  return existing;
}

type Failure = new (fields: {
  errors: RejectedInvitee[];
  sent_invitations: boolean;
  daily_limit_reached: boolean;
  license_limit_reached: boolean;
}) => AppError;

/** Creates an error that lists the addresses that were not invited. */
export const failure = (Kind: Failure, errors: readonly RejectedInvitee[], wereOthersInvited = false): AppError =>
  new Kind({
    errors: [...errors],
    sent_invitations: wereOthersInvited,
    daily_limit_reached: false,
    license_limit_reached: false,
  });

/** Returns the organization's name. Throws TooNewToInvite if the referrer's account is too new. */
async function organizationFor(tx: Tx, { realmId, role, joinedAt }: Referrer, now: Date): Promise<string> {
  const { name, settings } = await tx
    .selectFrom("realm")
    .select(["name", "settings"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const isOnProbation = now.getTime() - joinedAt.getTime() < PROBATION_MS && !isAtLeast(role, "administrator");
  if (isOnProbation && !resolveRealmSettings(settings).invite_required) throw failure(TooNewToInvite, []);
  return name;
}

const recordSent = (
  tx: Tx,
  { id: actorId, realmId }: Referrer,
  { role }: Offer,
  invitations: readonly NewInvitation[],
  now: Date,
): Promise<void> =>
  recordActs(
    tx,
    invitations.map(({ id, email }) => ({
      realmId,
      actorId,
      act: "invitation.sent",
      targetId: id,
      after: { email, invited_as: role },
      now,
    })),
  );
