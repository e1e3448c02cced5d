import { sql } from "kysely";
import type { Reader, Row, Tx } from "#kernel/db/types.ts";
import type { Actor, Role } from "#kernel/http/context.ts";
import { MustBeAdministrator, MustBeModerator, MustBeOwner } from "#kernel/http/errors.ts";
import {
  administers,
  type ChannelAccess,
  channelAccess,
  isAdministrator,
  readsContent,
} from "#modules/channels/access.ts";
import { InvalidUserGroup, UserGroupDeactivated } from "#modules/user-groups/errors.ts";
import { holds } from "#modules/user-groups/group-settings.ts";
import { changeableGroups } from "#modules/user-groups/policy.ts";
import { InsufficientPermission } from "#modules/users/errors.ts";
import { InvalidOfferedChannel, InvitationRevokedBefore, MayNotSubscribeOthers, NoSuchInvitation } from "./errors.ts";
import type { Offer } from "./offer.ts";

/** Somebody who invites. */
export interface Referrer extends Actor {
  readonly fullName: string;
  readonly joinedAt: Date;
}

const OWNER = 100;
const MAX_ID = 2 ** 31 - 1;

/** What `accessReferrer` and `authorizeOffer` throw. */
export const offerErrors = [
  InsufficientPermission,
  MustBeOwner,
  MustBeAdministrator,
  MustBeModerator,
  InvalidOfferedChannel,
  MayNotSubscribeOthers,
  InvalidUserGroup,
  UserGroupDeactivated,
] as const;

/**
 * Loads the actor as somebody who may invite to this role, and keeps them as they are until the transaction ends: nobody
 * is invited by somebody who was deactivated meanwhile.
 * @throws InsufficientPermission, MustBeOwner, MustBeAdministrator or MustBeModerator
 */
export async function accessReferrer(
  tx: Tx,
  actor: Actor,
  setting: "can_invite_users_group" | "create_multiuse_invite_group",
  invitedAs: Role,
): Promise<Referrer> {
  const row = await tx
    .selectFrom("account")
    .select(["role", "full_name", "date_joined"])
    .where("id", "=", actor.id)
    .where("is_active", "=", true)
    .forShare()
    .executeTakeFirst();
  const isAllowed = row && (await holds(tx, actor, { scope: "realm", scopeId: actor.realmId, setting }));
  if (!isAllowed) throw new InsufficientPermission();
  const referrer = { ...actor, role: row.role as Role, fullName: row.full_name, joinedAt: row.date_joined };
  refuseHigherRole(referrer, invitedAs);
  return referrer;
}

function refuseHigherRole({ role }: Actor, invitedAs: Role): void {
  if (invitedAs >= role) return;
  if (invitedAs === OWNER) throw new MustBeOwner();
  throw invitedAs === 200 ? new MustBeAdministrator() : new MustBeModerator();
}

/**
 * Throws where the referrer may not subscribe others to one of the offered channels, or add them to one of the groups.
 * @throws InvalidOfferedChannel, MayNotSubscribeOthers, InvalidUserGroup, UserGroupDeactivated or InsufficientPermission
 */
export async function authorizeOffer(db: Reader, referrer: Actor, { channelIds, groupIds }: Offer): Promise<void> {
  if (channelIds.length > 0) await authorizeChannels(db, referrer, channelIds);
  if (groupIds.length > 0) await authorizeGroups(db, referrer, groupIds);
}

async function authorizeChannels(db: Reader, referrer: Actor, ids: readonly number[]): Promise<void> {
  const { role } = referrer;
  const found = await channelAccess(db, referrer, { ids: ids.filter(isId) });
  const known = new Map(found.map((channel) => [channel.id, channel]));
  const channels = ids.map((id) => {
    const channel = known.get(id);
    if (!channel || channel.is_archived || !readsContent(role, channel))
      throw new InvalidOfferedChannel({ stream_id: id });
    return channel;
  });
  const mayHere = (channel: ChannelAccess) => administers(role, channel) || channel.in_add_subscribers_group;
  // Default channels may stand beside others; who may subscribe nobody to anything asks for all default channels instead.
  if (channels.some(mayHere) && channels.every((channel) => mayHere(channel) || channel.is_default)) return;
  const everywhere = { scope: "realm", scopeId: referrer.realmId, setting: "can_add_subscribers_group" } as const;
  if (!(await holds(db, referrer, everywhere))) throw new MayNotSubscribeOthers();
}

async function authorizeGroups(db: Reader, referrer: Actor, ids: readonly number[]): Promise<void> {
  const groups = await db
    .selectFrom("user_group")
    .select(["id", "is_system", "is_deactivated"])
    .where("realm_id", "=", referrer.realmId)
    .where("id", "=", sql<number>`any(${ids.filter(isId)}::int[])`)
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

const isId = (id: number): boolean => id > 0 && id <= MAX_ID;

/** What `accessInvitation` throws. */
export const accessErrors = [NoSuchInvitation, InvitationRevokedBefore, MustBeOwner] as const;

/**
 * Loads an invitation that the actor may decide about, one that is neither used nor revoked, and locks it. People decide
 * about their own, administrators about all but those of future owners.
 * @throws NoSuchInvitation
 * @throws InvitationRevokedBefore for links
 * @throws MustBeOwner
 */
export async function accessInvitation(
  tx: Tx,
  actor: Actor,
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
  if (!isOwn && !isAdministrator(actor.role)) throw new NoSuchInvitation();
  if (!isOwn && row.role === OWNER && actor.role !== OWNER) throw new MustBeOwner();
  if (row.revoked_at && kind === "link") throw new InvitationRevokedBefore();
  if (row.used_at || row.revoked_at) throw new NoSuchInvitation();
  return { ...row, referrer_id: row.referrer_id };
}
