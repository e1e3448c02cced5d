import {
  postPolicies,
  type Channel,
  type ChannelPermissions,
  type ChannelTopicsPolicy,
} from "@parlance/contract/entities/channel.ts";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { SubscriptionProperties } from "@parlance/contract/nouns/subscriptions.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { loadGroupSettingValues, groupSettingValuesIn } from "#modules/groups/core/settings/group-settings.ts";
import { systemGroupsIn } from "#modules/groups/core/queries.ts";
import { type SystemGroups, loadSystemGroups } from "#modules/groups/core/system-groups.ts";
import type { ChannelSnapshot } from "./snapshot/channels-snapshot.ts";

/** Values of the legacy property for posting permissions, by the name of the system group that has the permission. */
const legacyPostPolicies = {
  "role:administrators": postPolicies.administrators,
  "role:fullmembers": postPolicies.fullMembers,
  "role:moderators": postPolicies.moderators,
} as const;

/** Converts channels to the form that clients receive, by channel id. */
export async function presentChannels(
  db: Reader,
  realmId: number,
  rows: readonly Row<"channel">[],
): Promise<Map<number, Channel>> {
  if (rows.length === 0) return new Map();
  const groups = await loadSystemGroups(db, realmId);
  const ids = rows.map(({ id }) => id);
  const permissions = await loadGroupSettingValues(db, "channel", realmId, ids);
  const policies = postPoliciesBy(groups);
  return new Map(
    rows.map((row) => {
      const known = { ...row, created_at: Math.floor(row.created_at.getTime() / 1000) };
      return [row.id, presentChannel(known, permissions.get(row.id) as ChannelPermissions, policies)];
    }),
  );
}

/** Returns a function that converts a channel of the organization snapshot to the form that clients receive. */
export function channelPresenterIn(snapshot: OrganizationSnapshot): (channel: ChannelSnapshot) => Channel {
  const policies = postPoliciesBy(systemGroupsIn(snapshot));
  return (channel) => {
    const scope = { id: channel.id, creatorId: channel.creator_id };
    const permissions = groupSettingValuesIn(snapshot, "channel", scope) as ChannelPermissions;
    return presentChannel(channel, permissions, policies);
  };
}

const postPoliciesBy = (groups: SystemGroups): ReadonlyMap<GroupSettingValue, number> =>
  new Map(
    Object.entries(legacyPostPolicies).map(([name, policy]) => [
      groups[name as keyof typeof legacyPostPolicies],
      policy,
    ]),
  );

type ChannelFields = Omit<ChannelSnapshot, "last_message_at">;

function presentChannel(
  row: ChannelFields,
  permissions: ChannelPermissions,
  policies: ReadonlyMap<GroupSettingValue, number>,
): Channel {
  const postPolicy = policies.get(permissions.can_send_message_group) ?? postPolicies.everyone;
  return {
    stream_id: row.id,
    name: row.name,
    is_archived: row.is_archived,
    description: row.description,
    rendered_description: row.rendered_description,
    date_created: row.created_at,
    creator_id: row.creator_id,
    invite_only: row.invite_only,
    is_web_public: row.is_web_public,
    history_public_to_subscribers: row.history_public_to_subscribers,
    topics_policy: row.topics_policy as ChannelTopicsPolicy,
    message_retention_days: row.message_retention_days,
    first_message_id: row.first_message_id,
    folder_id: row.folder_id,
    is_recently_active: row.is_recently_active,
    subscriber_count: row.subscriber_count,
    stream_weekly_traffic: row.weekly_traffic,
    ...permissions,
    stream_post_policy: postPolicy,
    is_announcement_only: postPolicy === postPolicies.administrators,
  };
}

/** A user's settings for a channel. */
export type SubscriptionSettings = Pick<
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

export const presentSubscriptionSettings = (row: SubscriptionSettings): SubscriptionProperties => ({
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
