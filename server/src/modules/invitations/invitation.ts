import { sql } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";

/** Where somebody goes on who was invited by letter, or has proved an address. */
export const invitationUrl = ({ url }: { readonly url: string }, key: string): string =>
  `${url}/accounts/do_confirm/${key}`;

/** Where anybody may ask to join. */
export const inviteLinkUrl = ({ url }: { readonly url: string }, key: string): string => `${url}/join/${key}/`;

/** What the holder of a key may learn. */
export type FoundInvitation =
  | { readonly state: Exclude<InvitationState, "usable"> }
  | {
      readonly state: "usable";
      /** A link for many: ask for an address, and call `requestJoin`. Else call `joinWithInvitation`. */
      readonly isLink: boolean;
      /** The address that was invited, or proved to be one's own; null for a link. */
      readonly email: string | null;
      /** Name of the organization. */
      readonly organization: string;
      /** Name of the inviter, by letter or by a link; null if there is none because the organization is open. */
      readonly inviter: string | null;
      /** What the newcomer will be. */
      readonly role: Role;
    };

/** The invitation with this key, from a letter or a link of this organization. Changes nothing. */
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

/** What people who accept an invitation become and get. */
export interface Offer {
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  /** Whether the organization's default channels come with it. */
  readonly includeDefaultChannels: boolean;
  /** What the welcome bot passes on; null: what the organization lays down, '': nothing. */
  readonly welcomeText: string | null;
  /** Null: never. */
  readonly expiresAt: Date | null;
}

/** `unknown`: nobody was ever invited with this key. */
export type InvitationState = "usable" | "used" | "revoked" | "expired" | "unknown";

/** An invitation with what decides whether it can be used now, and for what. */
export interface InvitationDetails extends Row<"invitation"> {
  /** The inviter, by letter or by a link; null, as the others are, if there is none because the organization is open. */
  readonly inviter_id: number | null;
  readonly inviter_name: string | null;
  readonly inviter_role: Role | null;
  readonly is_inviter_active: boolean | null;
  /** Of the link with which the address asked to join. */
  readonly link_revoked_at: Date | null;
  /** Name of the organization. */
  readonly organization: string;
  /** What the organization's row keeps of its settings. */
  readonly settings: unknown;
}

/** The invitation with this key, whatever its state. */
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

/** What has become of an invitation. */
export function invitationState(invitation: InvitationDetails | undefined, now: Date): InvitationState {
  if (!invitation) return "unknown";
  const { used_at, revoked_at, link_revoked_at, expires_at } = invitation;
  if (used_at) return "used";
  if (revoked_at || link_revoked_at || !isBacked(invitation)) return "revoked";
  return expires_at && expires_at <= now ? "expired" : "usable";
}

/** Whether the inviter is still active; without one, whether the organization is still open, or need not be. */
const isBacked = ({ is_inviter_active, is_vouched_for, settings }: InvitationDetails): boolean =>
  is_inviter_active ?? (is_vouched_for || !resolveRealmSettings(settings).invite_required);

/** The role that a newcomer gets: what was offered, but never more than the inviter's own role now. */
export const offeredRole = ({ role, inviter_role }: InvitationDetails): Role =>
  Math.max(role, inviter_role ?? role) as Role;
