import { roles } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { InvitationNotUsable, InvitationRequired } from "./errors.ts";
import { loadInvitation, offeredRole, invitationState } from "./invitation.ts";
import type { Offer } from "./invitation.ts";

/**
 * The offer (role, channels and groups) for a user who joins with only an email address, with an invite link or because
 * anyone may join the organization.
 */
export type JoinOffer = Omit<Offer, "expiresAt"> & { readonly organization: string; readonly linkId: number | null };

/**
 * Loads the offer of an invite link or, without a link, the organization's own offer if anyone may join.
 * @throws InvitationNotUsable, InvitationRequired
 */
export async function loadJoinOffer(
  db: Reader,
  realmId: number,
  linkKey: string | null,
  email: string,
  now: Date,
): Promise<JoinOffer> {
  if (linkKey === null) return loadOpenOrganizationOffer(db, realmId, email);
  const link = await loadInvitation(db, realmId, linkKey);
  const state = invitationState(link, now);
  if (!link || link.email !== null) throw new InvitationNotUsable({ state: "unknown" });
  if (state !== "usable") throw new InvitationNotUsable({ state });
  return {
    organization: link.organization,
    linkId: link.id,
    role: offeredRole(link),
    channelIds: link.channel_ids,
    groupIds: link.group_ids,
    includeDefaultChannels: link.include_default_channels,
    welcomeText: link.welcome_text,
  };
}

async function loadOpenOrganizationOffer(db: Reader, realmId: number, email: string): Promise<JoinOffer> {
  const realm = await db
    .selectFrom("realm")
    .select(["name", "settings"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  if (resolveRealmSettings(realm.settings).invite_required) throw new InvitationRequired({ email });
  return {
    organization: realm.name,
    linkId: null,
    role: roles.member,
    channelIds: [],
    groupIds: [],
    includeDefaultChannels: true,
    welcomeText: null,
  };
}
