import { isAtLeast, isOwner, roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { Row } from "@parlance/kernel/db/types.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { MustBeAdministrator, MustBeModerator, MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { canReadContent, type ChannelVisibility } from "@parlance/contract/rules/channel-access.ts";
import {
  canSubscribeAnywhereIn,
  channelVisibilityIn,
  type ChannelViewer,
} from "#modules/channels/core/access/channel-access.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { InvalidUserGroup, UserGroupDeactivated } from "#modules/groups/core/errors.ts";
import { hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import { groups, type GroupSnapshot } from "#modules/groups/core/groups-snapshot.ts";
import { changeableGroups } from "#modules/groups/core/policy.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { InvalidOfferedChannel, InvitationRevokedBefore, CannotSubscribeOthers, NoSuchInvitation } from "./errors.ts";
import type { Offer } from "./invitation.ts";
import { canSubscribeOthers } from "@parlance/contract/rules/channel-subscribers.ts";

/** A user who sends invitations or creates links. */
export interface Referrer extends Actor {
  readonly fullName: string;
  readonly joinedAt: Date;
}

/** Names of the permissions to invite by email and to create invite links. */
type InvitePermission = "can_invite_users_group" | "create_multiuse_invite_group";

/** Errors that `assertCanInvite` throws. */
export const invitingErrors = [InsufficientPermission, MustBeOwner, MustBeAdministrator, MustBeModerator] as const;

/** Errors that `lockReferrer` and `authorizeOffer` throw. */
export const offerErrors = [
  ...invitingErrors,
  InvalidOfferedChannel,
  CannotSubscribeOthers,
  InvalidUserGroup,
  UserGroupDeactivated,
] as const;

/**
 * Loads the actor as a referrer who may invite to this role, with an organization snapshot for further decisions. Locks
 * the account until the transaction ends, so that it is not deactivated while it invites.
 * @throws InsufficientPermission, MustBeOwner, MustBeAdministrator or MustBeModerator
 */
export async function lockReferrer(
  { tx, actor, committedSnapshot }: Write,
  setting: InvitePermission,
  invitedAs: Role,
): Promise<{ readonly referrer: Referrer; readonly snapshot: OrganizationSnapshot }> {
  const row = await tx
    .selectFrom("account")
    .select(["role", "full_name", "date_joined"])
    .where("id", "=", actor.id)
    .where("is_active", "=", true)
    .forShare()
    .executeTakeFirst();
  if (!row) throw new InsufficientPermission();
  const referrer = { ...actor, role: row.role as Role, fullName: row.full_name, joinedAt: row.date_joined };
  const snapshot = await committedSnapshot();
  assertCanInvite(snapshot, referrer, setting, invitedAs);
  return { referrer, snapshot };
}

/** Throws one of `invitingErrors` if the referrer lacks the permission to invite, or may not invite to this role. */
function assertCanInvite(
  snapshot: OrganizationSnapshot,
  referrer: Actor,
  setting: InvitePermission,
  invitedAs: number,
): void {
  if (!canInviteBy(snapshot, referrer, setting)) throw new InsufficientPermission();
  if (isWithinRole(referrer.role, invitedAs)) return;
  if (isOwner(invitedAs)) throw new MustBeOwner();
  throw invitedAs === roles.administrator ? new MustBeAdministrator() : new MustBeModerator();
}

/**
 * Returns a function that checks whether the actor may invite to a role with the given permission. The keys of
 * invitations to other roles must stay hidden from the actor.
 */
export function invitableRoles(
  snapshot: OrganizationSnapshot,
  actor: Actor,
  setting: InvitePermission,
): (invitedAs: number) => boolean {
  const isAllowed = canInviteBy(snapshot, actor, setting);
  return (invitedAs) => isAllowed && isWithinRole(actor.role, invitedAs);
}

const canInviteBy = (snapshot: OrganizationSnapshot, { id: userId }: Actor, setting: InvitePermission): boolean =>
  hasPermissionIn(snapshot, { userId, scope: "realm", scopeId: snapshot.realmId, setting });

/** Returns whether the offered role is at most the user's own, because users cannot invite to a higher role. */
const isWithinRole = (role: Role, invitedAs: number): boolean => isAtLeast(role, invitedAs);

/**
 * Throws if the referrer may not subscribe others to one of the offered channels, or may not add members to one of the
 * offered groups, according to the organization snapshot.
 * @throws InvalidOfferedChannel, CannotSubscribeOthers, InvalidUserGroup, UserGroupDeactivated or
 * InsufficientPermission
 */
export function authorizeOffer(
  snapshot: OrganizationSnapshot,
  referrer: Actor,
  { channelIds, groupIds }: Pick<Offer, "channelIds" | "groupIds">,
): void {
  if (channelIds.length > 0) authorizeChannels(snapshot, referrer, channelIds);
  if (groupIds.length > 0) authorizeGroups(snapshot, referrer, groupIds);
}

function authorizeChannels(snapshot: OrganizationSnapshot, { id: userId, role }: Actor, ids: readonly number[]): void {
  const offered = ids.map((id) => {
    const channel = snapshot.get(channels).get(id);
    const visibility = channel && channelVisibilityIn(snapshot, userId, channel);
    if (!visibility || channel.is_archived || !canReadContent(role, visibility))
      throw new InvalidOfferedChannel({ stream_id: id });
    return { ...visibility, is_default: channel.is_default };
  });
  const isOwn = (channel: ChannelVisibility) => canSubscribeOthers(role, channel, false);
  // Default channels may be offered together with channels that the referrer may subscribe others to. Without such a
  // channel, they can be offered only as a set (`includeDefaultChannels`), unless the referrer may subscribe others to
  // all channels.
  if (offered.some(isOwn) && offered.every((channel) => isOwn(channel) || channel.is_default)) return;
  if (!canSubscribeAnywhereIn(snapshot, userId)) throw new CannotSubscribeOthers();
}

/**
 * Returns those of the offered channels that the inviter may still offer, according to the organization snapshot:
 * channels that the inviter can read and that are default channels or to which the inviter may subscribe others.
 */
export function filterOfferedChannels(
  snapshot: OrganizationSnapshot,
  { id: userId, role }: ChannelViewer,
  ids: readonly number[],
): number[] {
  const isAllowed = canSubscribeAnywhereIn(snapshot, userId);
  return ids.filter((id) => {
    const channel = snapshot.get(channels).get(id);
    if (!channel) return false;
    const visibility = channelVisibilityIn(snapshot, userId, channel);
    return canReadContent(role, visibility) && (channel.is_default || canSubscribeOthers(role, visibility, isAllowed));
  });
}

function authorizeGroups(snapshot: OrganizationSnapshot, referrer: Actor, ids: readonly number[]): void {
  for (const id of ids) {
    const group = snapshot.get(groups).get(id);
    if (!group || group.name === null) throw new InvalidUserGroup();
    if (!canAddMembers(snapshot, referrer, group)) throw new InsufficientPermission();
    if (group.is_deactivated) throw new UserGroupDeactivated();
  }
}

const canAddMembers = (snapshot: OrganizationSnapshot, referrer: ChannelViewer, group: GroupSnapshot): boolean =>
  changeableGroups(snapshot, referrer, [group], ["can_add_members_group"]).has(group.id);

/** Returns those of the offered groups to which the inviter may still add members. */
export function filterOfferedGroups(
  snapshot: OrganizationSnapshot,
  referrer: ChannelViewer,
  offered: readonly Pick<Row<"user_group">, "id" | "is_system">[],
): number[] {
  const open = changeableGroups(snapshot, referrer, offered, ["can_add_members_group"]);
  return offered.map(({ id }) => id).filter((id) => open.has(id));
}

/** Errors that `lockInvitationToDecide` throws. */
export const accessErrors = [NoSuchInvitation, InvitationRevokedBefore, MustBeOwner] as const;

/**
 * Loads and locks an open invitation (neither used nor revoked) that the actor may revoke or resend. Users may do this
 * with their own invitations, administrators with all invitations, except those to a higher role than their own.
 * @throws NoSuchInvitation
 * @throws InvitationRevokedBefore for links that were revoked already
 * @throws MustBeOwner
 */
export async function lockInvitationToDecide(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  id: number,
  kind: "letter" | "link",
): Promise<Row<"invitation"> & { referrer_id: number }> {
  const row = await tx
    .selectFrom("invitation")
    .selectAll()
    .where("id", "=", id)
    .where("realm_id", "=", actor.realmId)
    .where("email", kind === "link" ? "is" : "is not", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || row.referrer_id === null) throw new NoSuchInvitation();
  const isOwn = row.referrer_id === actor.id;
  if (!isOwn && !isAtLeast(actor.role, "administrator")) throw new NoSuchInvitation();
  if (!isOwn && !isWithinRole(actor.role, row.role)) throw new MustBeOwner();
  if (row.revoked_at && kind === "link") throw new InvitationRevokedBefore();
  if (row.used_at || row.revoked_at) throw new NoSuchInvitation();
  return { ...row, referrer_id: row.referrer_id };
}

/**
 * Loads and locks an emailed invitation that the actor may resend. The invitation must not have expired, and the actor
 * must be allowed to send such an invitation now.
 * @throws one of `accessErrors` or `invitingErrors`
 */
export async function lockInvitationToResend(
  ctx: Pick<Write, "tx" | "actor" | "now" | "committedSnapshot">,
  id: number,
): Promise<Row<"invitation"> & { referrer_id: number }> {
  const invitation = await lockInvitationToDecide(ctx, id, "letter");
  if (invitation.expires_at && invitation.expires_at <= ctx.now) throw new NoSuchInvitation();
  assertCanInvite(await ctx.committedSnapshot(), ctx.actor, "can_invite_users_group", invitation.role);
  return invitation;
}
