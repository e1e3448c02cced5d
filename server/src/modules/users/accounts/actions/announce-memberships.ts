import { sql } from "kysely";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { Row, Tx, Reader } from "@parlance/kernel/db/types.ts";
import { type Audience, toEveryone, toUsers } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { loadGrantees, channelViewers } from "#modules/channels/core/announcements/channel-audience.ts";
import { channelChanged } from "#modules/channels/core/events.ts";
import { presentChannels } from "#modules/channels/core/presentation.ts";
import { realmPermissionsChanged } from "#modules/organizations/core/events.ts";
import { groupChanged, groupMembersAdded, groupMembersRemoved } from "#modules/groups/core/events.ts";
import { loadGroupSettingValues } from "#modules/groups/core/settings/group-settings.ts";
import { guestsWhoCannotSee } from "#modules/users/core/visibility/user-visibility.ts";
import { groupSettings, type Scope } from "#modules/groups/core/settings/setting-declarations.ts";

/** Names of settings whose values contain certain users, by the id of the channel, group or organization. */
type SettingsNamingUsers = ReadonlyMap<number, readonly string[]>;

/** Returns the names of the settings whose default value is the creator of the channel, group or organization. */
const byDefault = (scope: Scope): string[] =>
  Object.entries(groupSettings[scope]).flatMap(([name, setting]) => (setting.default === "creator" ? [name] : []));

/**
 * Finds the settings of an organization, its channels and its groups whose values contain these users directly, not
 * through a named group. A setting can contain a user because the user was chosen, or because the user created the
 * channel or group.
 */
async function findSettingsNamingUsers(
  db: Reader,
  realmId: number,
  userIds: readonly number[],
): Promise<Record<Scope, SettingsNamingUsers>> {
  const them = sql`any(${userIds}::int[])`;
  const { rows } = await sql<{ scope: Scope; scope_id: number; settings: string[] }>`
    with naming as (
      select group_setting.scope, group_setting.scope_id, group_setting.setting
      from user_group_member member
      join user_group on user_group.id = member.group_id and user_group.name is null
      join group_setting on group_setting.group_id = user_group.id
      where member.user_id = ${them}
      union
      select 'channel', channel.id, setting
      from channel cross join unnest(${byDefault("channel")}::text[]) as setting
      where channel.realm_id = ${realmId} and channel.creator_id = ${them}
        and not exists (
          select from group_setting chosen
          where chosen.scope = 'channel' and chosen.scope_id = channel.id and chosen.setting = setting.setting
        )
      union
      select 'group', user_group.id, setting
      from user_group cross join unnest(${byDefault("group")}::text[]) as setting
      where user_group.realm_id = ${realmId} and user_group.creator_id = ${them}
        and user_group.name is not null and not user_group.is_system
        and not exists (
          select from group_setting chosen
          where chosen.scope = 'group' and chosen.scope_id = user_group.id and chosen.setting = setting.setting
        )
    )
    select scope, scope_id, json_agg(setting order by setting) as settings from naming group by scope, scope_id
    order by scope, scope_id`.execute(db);
  const of = (scope: Scope): SettingsNamingUsers =>
    new Map(rows.filter((row) => row.scope === scope).map(({ scope_id, settings }) => [scope_id, settings]));
  return { realm: of("realm"), channel: of("channel"), group: of("group") };
}

/**
 * Emits events about the groups and permissions that contain reactivated accounts. Clients had removed the accounts
 * from them when the accounts were deactivated.
 */
export async function announceMembershipsRestored(tx: Tx, realmId: number, userIds: readonly number[]): Promise<void> {
  for (const { user_id, ...group } of await memberships(tx, userIds)) {
    emit(tx, toEveryone(realmId), groupMembersAdded(group, [user_id]));
  }
  await announceSettings(tx, realmId, userIds, null);
}

/**
 * Emits events to guests who cannot see a deactivated account, about the groups and permissions that no longer contain
 * the account. Other clients remove the account themselves when they receive the deactivation event, which these guests
 * do not receive. Only the field `stream_post_policy` is announced to all users who can see the channel.
 */
export async function announceMembershipsSuspended(tx: Tx, realmId: number, userId: number): Promise<void> {
  const guests = (await guestsWhoCannotSee(tx, realmId, [userId])).get(userId) ?? [];
  if (guests.length > 0) {
    for (const { user_id, ...group } of await memberships(tx, [userId])) {
      emit(tx, toUsers(realmId, guests), groupMembersRemoved(group, [user_id]));
    }
  }
  await announceSettings(tx, realmId, [userId], guests);
}

/** Loads the named groups that contain the accounts directly. */
const memberships = (tx: Tx, userIds: readonly number[]) =>
  tx
    .selectFrom("user_group_member as member")
    .innerJoin("user_group", "user_group.id", "member.group_id")
    .select(["user_group.id", "user_group.is_deactivated", "member.user_id"])
    .where("member.user_id", "=", sql<number>`any(${userIds}::int[])`)
    .where("user_group.name", "is not", null)
    .orderBy("user_group.id")
    .orderBy("member.user_id")
    .execute();

/**
 * Emits events with the present values of all settings that contain these accounts directly. `guests`: the recipients
 * (but see `stream_post_policy` below), or null for all users.
 */
async function announceSettings(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
  guests: readonly number[] | null,
): Promise<void> {
  const settings = await findSettingsNamingUsers(tx, realmId, userIds);
  const audience = guests ? toUsers(realmId, guests) : toEveryone(realmId);
  if (guests === null || guests.length > 0) {
    await announceRealmAndGroupSettings(tx, realmId, settings, audience);
  }
  if (settings.channel.size > 0) await announceChannelSettings(tx, realmId, settings.channel, guests);
}

/** Picks the values of these settings. */
const valuesOf = <V extends object>(values: V | undefined, settings: readonly string[]): Partial<V> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => settings.includes(name))) as Partial<V>;

async function announceRealmAndGroupSettings(
  tx: Tx,
  realmId: number,
  settings: Record<"realm" | "group", SettingsNamingUsers>,
  audience: Audience,
): Promise<void> {
  const ofRealm = settings.realm.get(realmId);
  if (ofRealm) {
    const values = (await loadGroupSettingValues(tx, "realm", realmId, [realmId])).get(realmId);
    emit(tx, audience, realmPermissionsChanged(valuesOf(values, ofRealm)));
  }
  const ids = [...settings.group.keys()];
  if (ids.length === 0) return;
  const values = await loadGroupSettingValues(tx, "group", realmId, ids);
  const groups = await tx
    .selectFrom("user_group")
    .select(["id", "is_deactivated"])
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .orderBy("id")
    .execute();
  for (const group of groups) {
    emit(tx, audience, groupChanged(group, valuesOf(values.get(group.id), settings.group.get(group.id) ?? [])));
  }
}

async function announceChannelSettings(
  tx: Tx,
  realmId: number,
  settings: SettingsNamingUsers,
  guests: readonly number[] | null,
): Promise<void> {
  const channels = await tx
    .selectFrom("channel")
    .selectAll()
    .where("id", "=", sql<number>`any(${[...settings.keys()]}::int[])`)
    .orderBy("id")
    .execute();
  const presented = await presentChannels(tx, realmId, channels);
  const grantees = await loadGrantees(tx, channels);
  const guestsWithin = guests && (await subscribersAmong(tx, guests, channels));
  for (const channel of channels) {
    const shown = presented.get(channel.id);
    if (!shown) continue;
    const all = channelViewers(channel, grantees);
    const some = guests && toUsers(realmId, channel.is_web_public ? guests : (guestsWithin?.get(channel.id) ?? []));
    for (const setting of settings.get(channel.id) ?? []) {
      emit(
        tx,
        some ?? all,
        channelChanged(channel, setting as keyof Channel, shown[setting as "can_send_message_group"]),
      );
      // The field `stream_post_policy` is derived from this setting. Clients cannot derive it themselves, so all of
      // them receive it.
      if (setting === "can_send_message_group") {
        emit(tx, all, channelChanged(channel, "stream_post_policy", shown.stream_post_policy));
      }
    }
  }
}

async function subscribersAmong(
  tx: Tx,
  userIds: readonly number[],
  channels: readonly Pick<Row<"channel">, "id">[],
): Promise<Map<number, number[]>> {
  const rows = await tx
    .selectFrom("subscription")
    .select(["channel_id", "user_id"])
    .where("user_id", "=", sql<number>`any(${userIds}::int[])`)
    .where("channel_id", "=", sql<number>`any(${channels.map(({ id }) => id)}::int[])`)
    .where("is_active", "=", true)
    .execute();
  const found = new Map<number, number[]>();
  for (const { channel_id, user_id } of rows) found.set(channel_id, [...(found.get(channel_id) ?? []), user_id]);
  return found;
}
