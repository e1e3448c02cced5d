import { sql } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import { settingsOf } from "#modules/organizations/core/organization-settings.ts";

/** `unknown`: nobody was ever invited with this key. */
export type InvitationState = "usable" | "used" | "revoked" | "expired" | "unknown";

/** An invitation with what decides whether it can be used now, and for what. */
export interface InvitationFacts extends Row<"invitation"> {
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
export async function loadInvitation(db: Reader, realmId: number, key: string): Promise<InvitationFacts | undefined> {
  const { rows } = await sql<InvitationFacts>`
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
export function stateOf(invitation: InvitationFacts | undefined, now: Date): InvitationState {
  if (!invitation) return "unknown";
  const { used_at, revoked_at, link_revoked_at, expires_at } = invitation;
  if (used_at) return "used";
  if (revoked_at || link_revoked_at || !isBacked(invitation)) return "revoked";
  return expires_at && expires_at <= now ? "expired" : "usable";
}

/** Whether the inviter is still active; without one, whether the organization is still open, or need not be. */
const isBacked = ({ is_inviter_active, is_vouched_for, settings }: InvitationFacts): boolean =>
  is_inviter_active ?? (is_vouched_for || !settingsOf(settings).invite_required);

/** The role that a newcomer gets: what was offered, but never more than the inviter's own role now. */
export const offeredRole = ({ role, inviter_role }: InvitationFacts): Role =>
  Math.max(role, inviter_role ?? role) as Role;
