import { sql } from "kysely";
import { roles } from "@parlance/contract/entities/roles.ts";
import { isRoleAtLeastInSql } from "@parlance/kernel/db/role-conditions.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import { toEveryone, type Audience } from "@parlance/kernel/events/audience.ts";
import { groupUsersCte } from "#modules/groups/core/members/membership-sql.ts";
import { canAdministerAsCreatorInSql } from "../access/visibility-conditions.ts";
import { grantingSettings, channelOpenness, type Privacy } from "@parlance/contract/rules/channel-access.ts";
import { required } from "@parlance/kernel/base/required.ts";

/** A channel with the columns that determine which users receive events about it. */
type AudienceChannel = Pick<Row<"channel">, "id" | "realm_id"> & Privacy;

/**
 * User ids by channel id: for each private channel, the users who can see it because of a permission. Also used for the
 * guests of public channels.
 */
export type Grantees = ReadonlyMap<number, readonly number[]>;

/** Loads the grantees of the private channels: the users who can see them because of a permission. */
export async function loadGrantees(db: Reader, channels: readonly AudienceChannel[]): Promise<Grantees> {
  const ids = (byOpenness(channels).nobody ?? []).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ channel_id: number; user_ids: number[] }>`
    with recursive granting as (
      select scope_id as channel_id, group_id from group_setting
      where scope = 'channel' and scope_id = any(${ids}) and setting = any(${grantingSettings}::text[])
    ), ${groupUsersCte(sql`array(select distinct group_id from granting)`)}
    select channel_id, array_agg(distinct user_id) as user_ids from (
      select granting.channel_id, group_person.user_id
      from granting join group_person on group_person.root = granting.group_id
      union all
      select channel.id, channel.creator_id from channel where channel.id = any(${ids}) 
        and ${canAdministerAsCreatorInSql(sql`channel.creator_id`)}
    ) as granted
    join account on account.id = granted.user_id and account.is_active and ${isRoleAtLeastInSql(sql`account.role`, "member")}
    group by channel_id`.execute(db);
  return new Map(rows.map(({ channel_id, user_ids }) => [channel_id, user_ids]));
}

/** Returns the audience of all users who can see that the channel exists. `except` is excluded. */
export const channelViewers = (
  channel: AudienceChannel,
  grantees: Grantees,
  except: readonly number[] = [],
): Audience => ({
  ...viewersExceptSubscribers(channel, grantees),
  ...(channelOpenness(channel) === "everyone" ? {} : { channel: channel.id }),
  except,
});

/**
 * Returns the audience of all users who can see that the channel exists, except those who can see it only because they
 * are subscribed.
 */
export function viewersExceptSubscribers(channel: AudienceChannel, grantees: Grantees): Audience {
  const { id, realm_id: realmId } = channel;
  const openness = channelOpenness(channel);
  if (openness === "everyone") return toEveryone(realmId);
  if (openness === "members") return { realmId, members: true };
  return { realmId, roleAtLeast: roles.administrator, users: grantees.get(id) ?? [] };
}

/**
 * A change of subscriptions, for one audience: the same users were subscribed to, or unsubscribed from, several
 * channels.
 */
export interface PeerEvent {
  readonly audience: Audience;
  readonly channelIds: readonly number[];
  readonly userIds: readonly number[];
}

export interface PeerChange {
  readonly channel: AudienceChannel;
  /** Ids of the users whose subscription to the channel changed, ascending. */
  readonly userIds: readonly number[];
}

/**
 * Combines subscription changes into few events: changes of the same users in channels with the same audience become
 * one event. Guests can see a public channel that is not web-public only if they are subscribed to it. `guests`
 * contains these guests by channel. Guests who can see the same set of such channels receive one event together,
 * separate from that of the members.
 */
export function groupPeerEvents(changes: readonly PeerChange[], grantees: Grantees, guests: Grantees): PeerEvent[] {
  const byUsers = Map.groupBy(changes, ({ userIds }) => userIds.join());
  return [...byUsers.values()].flatMap((group) => {
    const userIds = required(group[0]).userIds;
    const channels = group.map(({ channel }) => channel);
    const { everyone = [], members = [], nobody: hidden = [] } = byOpenness(channels);
    const notices = hidden.map((one) => [one]);
    if (everyone.length > 0) notices.push(everyone);
    if (members.length === 1) notices.push(members);
    const alone = notices.map((own) => ({
      audience: channelViewers(required(own[0]), grantees, userIds),
      channelIds: own.map(({ id }) => id),
      userIds,
    }));
    return members.length > 1 ? [...alone, ...memberPeerEvents(members, userIds, guests)] : alone;
  });
}

const byOpenness = (channels: readonly AudienceChannel[]) => Object.groupBy(channels, channelOpenness);

function memberPeerEvents(
  channels: readonly AudienceChannel[],
  userIds: readonly number[],
  guests: Grantees,
): PeerEvent[] {
  const realmId = required(channels[0]).realm_id;
  const channelIds = channels.map(({ id }) => id);
  const channelsOf = new Map<number, number[]>();
  for (const id of channelIds) {
    for (const guest of guests.get(id) ?? []) channelsOf.set(guest, [...(channelsOf.get(guest) ?? []), id]);
  }
  const bySet = Map.groupBy(channelsOf, ([, ids]) => ids.join());
  return [
    { audience: { realmId, members: true, except: userIds }, channelIds, userIds },
    ...[...bySet.values()].map((own) => ({
      audience: { realmId, users: own.map(([guest]) => guest), except: userIds },
      channelIds: required(own[0])[1],
      userIds,
    })),
  ];
}

/**
 * Loads, for each public channel that is not web-public, the ids of its subscribed guests, if there are at least two
 * such channels.
 */
export async function loadGuests(db: Reader, channels: readonly AudienceChannel[]): Promise<Grantees> {
  const ids = (byOpenness(channels).members ?? []).map(({ id }) => id);
  if (ids.length < 2) return new Map();
  const rows = await db
    .selectFrom("subscription")
    .innerJoin("account", "account.id", "subscription.user_id")
    .select(({ fn }) => ["subscription.channel_id", fn.agg<number[]>("array_agg", ["account.id"]).as("user_ids")])
    .where("subscription.channel_id", "=", sql<number>`any(${ids})`)
    .where("subscription.is_active", "=", true)
    .where("account.role", "=", roles.guest)
    .groupBy("subscription.channel_id")
    .execute();
  return new Map(rows.map(({ channel_id, user_ids }) => [channel_id, user_ids]));
}
