import { sql } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

/** URL at which a user creates an account after an invitation by email, or after verifying an address. */
export const invitationUrl = ({ url }: { readonly url: string }, key: string): string =>
  `${url}/accounts/do_confirm/${key}`;

/** Returns the URL of an invite link, with which anyone may request to join. */
export const inviteLinkUrl = ({ url }: { readonly url: string }, key: string): string => `${url}/join/${key}/`;

/** Details of an invitation for the holder of its key. */
export type FoundInvitation =
  | { readonly state: Exclude<InvitationState, "usable"> }
  | {
      readonly state: "usable";
      /**
       * True for an invite link: ask the user for an email address, then call `requestJoin`. False for an invitation:
       * call `joinWithInvitation`.
       */
      readonly isLink: boolean;
      /** The invited or verified address, or null for an invite link. */
      readonly email: string | null;
      /** Name of the organization. */
      readonly organization: string;
      /**
       * Name of the user who sent the invitation or created the link. Null if the user joins without either, because
       * anyone may join the organization or because the invitee is vouched for.
       */
      readonly inviter: string | null;
      /** Role that the new user will have. */
      readonly role: Role;
    };

/** Finds this organization's invitation or invite link with the given key. Changes nothing. */
export async function findInvitation(
  db: Reader,
  { realm, key, now }: { realm: Pick<RealmContext, "id">; key: string; now: Date },
): Promise<FoundInvitation> {
  const invitation = await loadInvitation(db, realm.id, key);
  const state = invitationState(invitation, now);
  if (!invitation || state !== "usable") return { state: state as Exclude<InvitationState, "usable"> };
  const { email, organization, inviter_name: inviter } = invitation;
  return { state, isLink: email === null, email, organization, inviter, role: offeredRole(invitation) };
}

/** An offer: the role, channels and groups that users get when they accept an invitation. */
export interface Offer {
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  /** Whether new users are also subscribed to the organization's default channels. */
  readonly includeDefaultChannels: boolean;
  /** The welcome bot's message. Null: the organization's default message. Empty: no message. */
  readonly welcomeText: string | null;
  /** Null if the invitation does not expire. */
  readonly expiresAt: Date | null;
}

/** State of an invitation. `unknown`: no invitation has this key. */
export type InvitationState = "usable" | "used" | "revoked" | "expired" | "unknown";

/** An invitation with all data needed to determine whether it can be used now, and for which role. */
export interface InvitationDetails extends Row<"invitation"> {
  /**
   * Id of the user who sent the invitation or created the link. The inviter's fields are null if the user joins without
   * either, because anyone may join the organization or because the invitee is vouched for.
   */
  readonly inviter_id: number | null;
  readonly inviter_name: string | null;
  readonly inviter_role: Role | null;
  readonly is_inviter_active: boolean | null;
  /** Time when the invite link with which the user requested to join was revoked, or null. */
  readonly link_revoked_at: Date | null;
  /** Name of the organization. */
  readonly organization: string;
  /** The organization's settings, as stored in its row. */
  readonly settings: unknown;
}

/** Loads the invitation with this key, in any state. */
export async function loadInvitation(db: Reader, realmId: number, key: string): Promise<InvitationDetails | undefined> {
  const { rows } = await sql<InvitationDetails>`
    select invitation.*, inviter.id as inviter_id, inviter.full_name as inviter_name, inviter.role as inviter_role,
      inviter.is_active as is_inviter_active, link.revoked_at as link_revoked_at, realm.name as organization,
      realm.settings
    from invitation
    join realm on realm.id = invitation.realm_id
    left join invitation as link on link.id = invitation.link_id
    left join account as inviter on inviter.id = coalesce(invitation.referrer_id, link.referrer_id)
    where invitation.realm_id = ${realmId} and invitation.key = ${key}`.execute(db);
  return rows[0];
}

/** Returns the state of an invitation. */
export function invitationState(invitation: InvitationDetails | undefined, now: Date): InvitationState {
  if (!invitation) return "unknown";
  const { used_at, revoked_at, link_revoked_at, expires_at } = invitation;
  if (used_at) return "used";
  if (revoked_at || link_revoked_at || !isBacked(invitation)) return "revoked";
  return expires_at && expires_at <= now ? "expired" : "usable";
}

/**
 * Returns whether an invitation is still supported: its inviter is still active or, if it has no inviter, the
 * organization still allows anyone to join or the operators or an identity provider vouch for the invitee.
 */
const isBacked = ({ is_inviter_active, is_vouched_for, settings }: InvitationDetails): boolean =>
  is_inviter_active ?? (is_vouched_for || !resolveRealmSettings(settings).invite_required);

/** Returns the role that the new user gets: the offered role, but not a higher one than the inviter has now. */
export const offeredRole = ({ role, inviter_role }: InvitationDetails): Role =>
  Math.max(role, inviter_role ?? role) as Role;
