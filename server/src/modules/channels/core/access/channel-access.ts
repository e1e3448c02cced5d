import { sql, type RawBuilder } from "kysely";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { userGroupsCte } from "#modules/groups/core/members/membership-sql.ts";
import { type ChannelSnapshot, subscriptions } from "../snapshot/channels-snapshot.ts";
import { canAdministerAsCreatorInSql } from "./visibility-conditions.ts";
import {
  type grantingSettings,
  isOpenTo,
  canSeeMetadata,
  type ChannelVisibility,
  type ChannelRelation,
} from "@parlance/contract/rules/channel-access.ts";
import { hasChannelPermissionIn, hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";

export type ChannelViewer = Pick<Actor, "id" | "realmId" | "role">;

/** A channel with one user's relation to it. */
export interface ChannelAccess extends Row<"channel">, ChannelRelation {}

/** Selects channels of an organization: by ids, by names, or all. */
export type ChannelSelector =
  | { readonly ids: readonly number[] }
  | { readonly names: readonly string[] }
  | { readonly all: true };

/** Returns the key for comparing channel names: two names are the same if their keys are equal. */
export const channelNameKey = (name: string): string => name.trim().toLowerCase();

/**
 * Loads channels with the user's relation to them, ordered by id. Includes channels that the user cannot see: the
 * caller must check access with the predicates in contract/rules. For transactions that have locked channels or changed
 * the organization: the result contains the transaction's own changes, which the organization snapshot does not, such
 * as a channel that the transaction has created and about which it posts a notice. Others use the snapshot.
 */
export async function loadChannelAccess(
  db: Reader,
  user: ChannelViewer,
  choice: ChannelSelector,
): Promise<ChannelAccess[]> {
  const { rows } = await channelRelationsQuery<ChannelAccess>(sql`channel.*`, user.realmId, [user.id], choice).execute(
    db,
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Returns a user's relation to a channel, from the organization snapshot. */
export function channelVisibilityIn(
  snapshot: OrganizationSnapshot,
  userId: number,
  channel: ChannelSnapshot,
): ChannelVisibility {
  const hasGroupPermission = (setting: (typeof grantingSettings)[number]) =>
    hasChannelPermissionIn(snapshot, userId, channel, setting);
  return {
    ...channel,
    is_subscribed: snapshot.get(subscriptions).isSubscribed(userId, channel.id),
    in_administer_group: hasGroupPermission("can_administer_channel_group"),
    in_add_subscribers_group: hasGroupPermission("can_add_subscribers_group"),
    in_subscribe_group: hasGroupPermission("can_subscribe_group"),
  };
}

/** True if the user can see that the channel exists, according to the organization snapshot. */
export const canSeeMetadataIn = (
  snapshot: OrganizationSnapshot,
  { id, role }: Pick<ChannelViewer, "id" | "role">,
  channel: ChannelSnapshot,
) => isOpenTo(role, channel) || canSeeMetadata(role, channelVisibilityIn(snapshot, id, channel));

/** True if the organization's `can_add_subscribers_group` includes the user, according to the organization snapshot. */
export const canSubscribeAnywhereIn = (snapshot: OrganizationSnapshot, userId: number): boolean =>
  hasPermissionIn(snapshot, {
    userId,
    scope: "realm",
    scopeId: snapshot.realmId,
    setting: "can_add_subscribers_group",
  });

interface VisibilityRow extends ChannelVisibility {
  readonly user_id: number;
  readonly role: Role;
  readonly is_active: boolean;
  readonly id: number;
}

/**
 * Loads the ids of the channels that each user can see, ascending, by user id. Deactivated users, and users who can see
 * none of the channels, are omitted.
 */
export async function loadVisibleChannels(
  db: Reader,
  realmId: number,
  userIds: readonly number[],
  choice: ChannelSelector,
): Promise<Map<number, number[]>> {
  const columns = sql`person.id as user_id, person.role, person.is_active, channel.id, channel.invite_only, channel.is_web_public`;
  const query = channelRelationsQuery<VisibilityRow>(columns, realmId, userIds, choice);
  const known = new Map<number, number[]>();
  for (const row of (await query.execute(db)).rows) {
    if (!row.is_active || !canSeeMetadata(row.role, row)) continue;
    const own = known.get(row.user_id);
    if (own) own.push(row.id);
    else known.set(row.user_id, [row.id]);
  }
  for (const own of known.values()) own.sort((a, b) => a - b);
  return known;
}

/**
 * Query that pairs each of the channels with each of the users, in no particular order. If the query ordered them by
 * channel, PostgreSQL would use a merge join for a single channel, which compares each of the channel's users with all
 * others. The conditions on users and channels are repeated for each table, because all rows of the table would be read
 * otherwise.
 */
function channelRelationsQuery<R>(
  columns: RawBuilder<unknown>,
  realmId: number,
  userIds: readonly number[],
  choice: ChannelSelector,
) {
  const users = sql`any(${userIds}::int[])`;
  const isChosen = (channelId: RawBuilder<unknown>) =>
    "ids" in choice ? sql`${channelId} = any(${choice.ids})` : sql`true`;
  return sql<R>`
    with recursive ${userGroupsCte(sql`${userIds}::int[]`)}, held as (
      select own_group.user_id, scope_id as channel_id,
        bool_or(setting = 'can_administer_channel_group') as administer,
        bool_or(setting = 'can_add_subscribers_group') as add_subscribers,
        bool_or(setting = 'can_remove_subscribers_group') as remove_subscribers,
        bool_or(setting = 'can_subscribe_group') as subscribe
      from own_group join group_setting using (group_id)
      where scope = 'channel' and ${isChosen(sql`scope_id`)}
      group by own_group.user_id, scope_id
    )
    select ${columns},
      coalesce(own.is_active, false) as is_subscribed,
      coalesce(held.administer, false) or ${canAdministerAsCreatorInSql(sql`person.id`)} as in_administer_group,
      coalesce(held.add_subscribers, false) as in_add_subscribers_group,
      coalesce(held.remove_subscribers, false) as in_remove_subscribers_group,
      coalesce(held.subscribe, false) as in_subscribe_group
    from account person
    join channel on channel.realm_id = ${realmId} and ${matchesSelector(choice)}
    left join (select * from subscription where user_id = ${users} and ${isChosen(sql`channel_id`)}) as own
      on own.channel_id = channel.id and own.user_id = person.id
    left join held on held.channel_id = channel.id and held.user_id = person.id
    where person.id = ${users}`;
}

/** Returns the condition on rows of `channel` for a selector. */
export function matchesSelector(choice: ChannelSelector) {
  if ("ids" in choice) return sql`channel.id = any(${choice.ids})`;
  if ("names" in choice) return sql`channel.name_key = any(${choice.names.map(channelNameKey)})`;
  return sql`true`;
}
