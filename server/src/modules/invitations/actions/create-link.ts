import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { invitesChanged, invitationAudience } from "../events.ts";
import { inviteLinkUrl } from "../invitation.ts";
import type { Offer } from "../invitation.ts";
import { lockReferrer, authorizeOffer } from "../policy.ts";
import { insertInvitations } from "./insert-invitations.ts";

/** Creates an invite link, with which anyone may request to join. Returns its URL. Throws one of `offerErrors`. */
export async function createLink(ctx: Write, offer: Offer): Promise<string> {
  const { tx, realm, now } = ctx;
  const { referrer, snapshot } = await lockReferrer(ctx, "create_multiuse_invite_group", offer.role);
  authorizeOffer(snapshot, referrer, offer);
  const { id: actorId, role } = referrer;
  const origin = { realmId: realm.id, referrerId: actorId, linkId: null, notifyReferrer: false, now };
  const accepted = isAtLeast(role, "administrator") ? offer : { ...offer, welcomeText: null };
  const [link] = await insertInvitations(tx, origin, accepted, [null]);
  if (!link) throw new Error("a link was not written down");
  emit(tx, invitationAudience(realm.id, [actorId]), invitesChanged());
  const act = { act: "invitation.link_created", targetId: link.id, after: { invited_as: offer.role } } as const;
  await recordAct(tx, { realmId: realm.id, actorId, ...act, now });
  return inviteLinkUrl(realm, link.key);
}
