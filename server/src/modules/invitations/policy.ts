import { sql } from "kysely";
import { isAtLeast, isOwner, roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { MustBeAdministrator, MustBeModerator, MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { isRowId } from "@parlance/kernel/base/storable-values.ts";
import { canReadContent } from "@parlance/contract/rules/channel-access.ts";
import {
  type ChannelAccess,
  loadChannelAccess,
  type ChannelViewer,
} from "#modules/channels/core/access/channel-access.ts";
import { InvalidUserGroup, UserGroupDeactivated } from "#modules/groups/core/errors.ts";
import { hasPermission } from "#modules/groups/core/settings/group-settings.ts";
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
 * Loads the actor as a referrer who may invite to this role. Locks the account until the transaction ends, so that it
 * is not deactivated while it invites.
 * @throws InsufficientPermission, MustBeOwner, MustBeAdministrator or MustBeModerator
 */
export async function lockReferrer(
  tx: Tx,
  actor: Actor,
  setting: InvitePermission,
  invitedAs: Role,
): Promise<Referrer> {
  const row = await tx
    .selectFrom("account")
    .select(["role", "full_name", "date_joined"])
    .where("id", "=", actor.id)
    .where("is_active", "=", true)
    .forShare()
    .executeTakeFirst();
  if (!row) throw new InsufficientPermission();
  const referrer = { ...actor, role: row.role as Role, fullName: row.full_name, joinedAt: row.date_joined };
  await assertCanInvite(tx, referrer, setting, invitedAs);
  return referrer;
}

/** Throws one of `invitingErrors` if the referrer lacks the permission to invite, or may not invite to this role. */
async function assertCanInvite(
  db: Reader,
  referrer: Actor,
  setting: InvitePermission,
  invitedAs: number,
): Promise<void> {
  if (!(await canInviteBy(db, referrer, setting))) throw new InsufficientPermission();
  if (isWithinRole(referrer.role, invitedAs)) return;
  if (isOwner(invitedAs)) throw new MustBeOwner();
  throw invitedAs === roles.administrator ? new MustBeAdministrator() : new MustBeModerator();
}

/**
 * Returns a function that checks whether the actor may invite to a role with the given permission. The keys of
 * invitations to other roles must stay hidden from the actor.
 */
export async function invitableRoles(
  db: Reader,
  actor: Actor,
  setting: InvitePermission,
): Promise<(invitedAs: number) => boolean> {
  const isAllowed = await canInviteBy(db, actor, setting);
  return (invitedAs) => isAllowed && isWithinRole(actor.role, invitedAs);
}

const canInviteBy = (db: Reader, actor: Actor, setting: InvitePermission): Promise<boolean> =>
  hasPermission(db, actor, { scope: "realm", scopeId: actor.realmId, setting });

/** Returns whether the offered role is at most the user's own, because users cannot invite to a higher role. */
const isWithinRole = (role: Role, invitedAs: number): boolean => isAtLeast(role, invitedAs);

/**
 * Throws if the referrer may not subscribe others to one of the offered channels, or may not add members to one of the
 * offered groups.
 * @throws InvalidOfferedChannel, CannotSubscribeOthers, InvalidUserGroup, UserGroupDeactivated or
 * InsufficientPermission
 */
export async function authorizeOffer(db: Reader, referrer: Actor, { channelIds, groupIds }: Offer): Promise<void> {
  if (channelIds.length > 0) await authorizeChannels(db, referrer, channelIds);
  if (groupIds.length > 0) await authorizeGroups(db, referrer, groupIds);
}

async function authorizeChannels(db: Reader, referrer: Actor, ids: readonly number[]): Promise<void> {
  const { role } = referrer;
  const found = await loadChannelAccess(db, referrer, { ids: ids.filter(isRowId) });
  const known = new Map(found.map((channel) => [channel.id, channel]));
  const channels = ids.map((id) => {
    const channel = known.get(id);
    if (!channel || channel.is_archived || !canReadContent(role, channel))
      throw new InvalidOfferedChannel({ stream_id: id });
    return channel;
  });
  const isOwn = (channel: ChannelAccess) => canSubscribeOthers(role, channel, false);
  // Default channels may be offered together with channels that the referrer may subscribe others to. Without such a
  // channel, they can be offered only as a set (`includeDefaultChannels`), unless the referrer may subscribe others to
  // all channels.
  if (channels.some(isOwn) && channels.every((channel) => isOwn(channel) || channel.is_default)) return;
  if (!(await canSubscribeOthersAnywhere(db, referrer))) throw new CannotSubscribeOthers();
}

const canSubscribeOthersAnywhere = (db: Reader, { id, realmId }: ChannelViewer): Promise<boolean> =>
  hasPermission(db, { id, realmId }, { scope: "realm", scopeId: realmId, setting: "can_add_subscribers_group" });

/**
 * Returns those of the offered channels that the inviter may still offer: channels that the inviter can read and that
 * are default channels or to which the inviter may subscribe others.
 */
export async function filterOfferedChannels(
  db: Reader,
  referrer: ChannelViewer,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { role } = referrer;
  const read = (await loadChannelAccess(db, referrer, { ids })).filter((channel) => canReadContent(role, channel));
  const isOffered = (channel: ChannelAccess) => channel.is_default || canSubscribeOthers(role, channel, false);
  const isAllowed = read.every(isOffered) || (await canSubscribeOthersAnywhere(db, referrer));
  return read.filter((channel) => isAllowed || isOffered(channel)).map(({ id }) => id);
}

async function authorizeGroups(db: Reader, referrer: Actor, ids: readonly number[]): Promise<void> {
  const groups = await db
    .selectFrom("user_group")
    .select(["id", "is_system", "is_deactivated"])
    .where("realm_id", "=", referrer.realmId)
    .where("id", "=", sql<number>`any(${ids.filter(isRowId)}::int[])`)
    .where("name", "is not", null)
    .execute();
  const known = new Map(groups.map((group) => [group.id, group]));
  const open = await changeableGroups(db, referrer, groups, "can_add_members_group");
  for (const id of ids) {
    const group = known.get(id);
    if (!group) throw new InvalidUserGroup();
    if (!open.has(id)) throw new InsufficientPermission();
    if (group.is_deactivated) throw new UserGroupDeactivated();
  }
}

/** Returns those of the offered groups to which the inviter may still add members. */
export async function filterOfferedGroups(
  db: Reader,
  referrer: ChannelViewer,
  groups: readonly Pick<Row<"user_group">, "id" | "is_system">[],
): Promise<number[]> {
  const open = await changeableGroups(db, referrer, groups, "can_add_members_group");
  return groups.map(({ id }) => id).filter((id) => open.has(id));
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
  ctx: Pick<Write, "tx" | "actor" | "now">,
  id: number,
): Promise<Row<"invitation"> & { referrer_id: number }> {
  const invitation = await lockInvitationToDecide(ctx, id, "letter");
  if (invitation.expires_at && invitation.expires_at <= ctx.now) throw new NoSuchInvitation();
  await assertCanInvite(ctx.tx, ctx.actor, "can_invite_users_group", invitation.role);
  return invitation;
}
