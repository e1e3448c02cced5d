import {
  postPolicies,
  type Channel,
  type ChannelPermissions,
  type ChannelTopicsPolicy,
} from "@parlance/contract/entities/channel.ts";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { SubscriptionProperties } from "@parlance/contract/nouns/subscriptions.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/directory/directory.ts";
import { groupSettingValues, groupSettingValuesIn } from "#modules/2-records/user-groups/group-settings.ts";
import { systemGroupsIn } from "#modules/2-records/user-groups/queries.ts";
import { type SystemGroups, systemGroups } from "#modules/2-records/user-groups/system-groups.ts";

import type { KnownChannel } from "./directory.ts";

const DAY = 86_400_000;
const RECENTLY = 180 * DAY;

/** The older form of "who may post", by the system group that the newer one names. */
const policyOf = {
  "role:administrators": postPolicies.administrators,
  "role:fullmembers": postPolicies.fullMembers,
  "role:moderators": postPolicies.moderators,
} as const;

/** Channels as everybody who knows of them sees them, by id. */
export async function presentChannels(
  db: Reader,
  realmId: number,
  rows: readonly Row<"channel">[],
  now: Date,
): Promise<Map<number, Channel>> {
  if (rows.length === 0) return new Map();
  const groups = await systemGroups(db, realmId);
  const ids = rows.map(({ id }) => id);
  const permissions = await groupSettingValues(db, "channel", realmId, ids);
  const policies = postPoliciesBy(groups);
  return new Map(
    rows.map((row) => [row.id, presentChannel(row, permissions.get(row.id) as ChannelPermissions, policies, now)]),
  );
}

/** Presents channels as everybody who knows of them sees them, from memory. */
export function channelPresenterIn(directory: Directory, now: Date): (channel: KnownChannel) => Channel {
  const policies = postPoliciesBy(systemGroupsIn(directory));
  return (channel) => {
    const scope = { id: channel.id, creatorId: channel.creator_id };
    const permissions = groupSettingValuesIn(directory, "channel", scope) as ChannelPermissions;
    return presentChannel({ ...channel, ...momentsOf(channel) }, permissions, policies, now);
  };
}

/** When a channel was created and last written in, as its row has it. */
export const momentsOf = ({ created_at: created, last_message_at: last }: KnownChannel) => ({
  created_at: new Date(created * 1000),
  last_message_at: last === null ? null : new Date(last),
});

const postPoliciesBy = (groups: SystemGroups): ReadonlyMap<GroupSettingValue, number> =>
  new Map(Object.entries(policyOf).map(([name, policy]) => [groups[name as keyof typeof policyOf], policy]));

type ChannelFacts = Omit<KnownChannel, "created_at" | "last_message_at"> &
  Pick<Row<"channel">, "created_at" | "last_message_at">;

function presentChannel(
  row: ChannelFacts,
  permissions: ChannelPermissions,
  policies: ReadonlyMap<GroupSettingValue, number>,
  now: Date,
): Channel {
  const postPolicy = policies.get(permissions.can_send_message_group) ?? postPolicies.everyone;
  return {
    stream_id: row.id,
    name: row.name,
    is_archived: row.is_archived,
    description: row.description,
    rendered_description: row.rendered_description,
    date_created: Math.floor(row.created_at.getTime() / 1000),
    creator_id: row.creator_id,
    invite_only: row.invite_only,
    is_web_public: row.is_web_public,
    history_public_to_subscribers: row.history_public_to_subscribers,
    topics_policy: row.topics_policy as ChannelTopicsPolicy,
    message_retention_days: row.message_retention_days,
    first_message_id: row.first_message_id,
    folder_id: row.folder_id,
    is_recently_active: isRecentlyActive(row, now),
    subscriber_count: row.subscriber_count,
    stream_weekly_traffic: null,
    ...permissions,
    stream_post_policy: postPolicy,
    is_announcement_only: postPolicy === postPolicies.administrators,
  };
}

/** A new channel counts as active before anything was sent to it. */
export function isRecentlyActive(row: Pick<Row<"channel">, "last_message_at" | "created_at">, now: Date): boolean {
  const last = row.last_message_at ?? row.created_at;
  return now.getTime() - last.getTime() <= RECENTLY;
}

/** What a user chose for a channel. */
export type SubscriptionChoices = Pick<
  Row<"subscription">,
  | "color"
  | "is_muted"
  | "pin_to_top"
  | "desktop_notifications"
  | "audible_notifications"
  | "push_notifications"
  | "email_notifications"
  | "wildcard_mentions_notify"
>;

export const presentChoices = (row: SubscriptionChoices): SubscriptionProperties => ({
  color: row.color,
  is_muted: row.is_muted,
  in_home_view: !row.is_muted,
  pin_to_top: row.pin_to_top,
  desktop_notifications: row.desktop_notifications,
  audible_notifications: row.audible_notifications,
  push_notifications: row.push_notifications,
  email_notifications: row.email_notifications,
  wildcard_mentions_notify: row.wildcard_mentions_notify,
});
