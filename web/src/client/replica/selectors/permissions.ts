// The permissions of the reader, which decide what the interface offers. The rules are those of contract/rules, by which the
// server decides.
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { Channel, ChannelPermissions } from "@parlance/contract/entities/channel.ts";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { RealmPermissions } from "@parlance/contract/nouns/realm.ts";
import type { UserGroup, UserGroupPermissions } from "@parlance/contract/nouns/user-groups.ts";
import { canSubscribeOthers, canUnsubscribeOthers } from "@parlance/contract/rules/channel-subscribers.ts";
import {
  canChangeGroup,
  canHavePermission,
  groupsWithin,
  isInGroupSetting,
} from "@parlance/contract/rules/group-membership.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { channelsById, groupsById, subscriptionsById } from "./entities-by-id.ts";
import {
  canAdministerChannel as canAdminister,
  canReadContent,
  type ChannelVisibility,
} from "@parlance/contract/rules/channel-access.ts";

/** Returns the reader's role. */
export function ownRole({ is_owner, is_admin, is_moderator, is_guest }: State): Role {
  if (is_owner) return roles.owner;
  if (is_admin) return roles.administrator;
  if (is_moderator) return roles.moderator;
  return is_guest ? roles.guest : roles.member;
}

/** Returns true if a user is a member of a group, directly or through subgroups. */
export const isInGroup = (state: State, userId: number, setting: GroupSettingValue): boolean =>
  isInGroupSetting(groupsById(state), setting, userId);

/** True if the server lets guests have the permission of a setting. */
const isGuestAllowed = (state: State, scope: "realm" | "stream" | "group", setting: string): boolean =>
  state.server_supported_permission_settings?.[scope][setting]?.allow_everyone_group !== false;

/** True if the reader is among the users that a setting names. A setting that was not fetched names no user. */
const isNamed = (state: State, setting: GroupSettingValue | undefined): boolean =>
  state.user_id !== undefined && setting !== undefined && isInGroup(state, state.user_id, setting);

/** True if the reader has a permission of the organization. A setting that was not fetched gives none. */
export const hasRealmPermission = (state: State, setting: keyof RealmPermissions): boolean =>
  canHavePermission(ownRole(state), isGuestAllowed(state, "realm", setting)) &&
  isNamed(state, state[`realm_${setting}`]);

/** True if the reader has a permission of a channel. */
export const hasChannelPermission = (state: State, channel: Channel, setting: keyof ChannelPermissions): boolean =>
  canHavePermission(ownRole(state), isGuestAllowed(state, "stream", setting)) && isNamed(state, channel[setting]);

/** True if the reader has a permission of a group. */
const hasGroupPermission = (state: State, group: UserGroup, setting: keyof UserGroupPermissions): boolean =>
  canHavePermission(ownRole(state), isGuestAllowed(state, "group", setting)) && isNamed(state, group[setting]);

/** Returns what decides about the reader's access to a channel: its properties and the reader's relations to it. */
export const channelVisibility = (state: State, channel: Channel): ChannelVisibility => ({
  invite_only: channel.invite_only,
  is_web_public: channel.is_web_public,
  is_subscribed: subscriptionsById(state).has(channel.stream_id),
  in_administer_group: hasChannelPermission(state, channel, "can_administer_channel_group"),
  in_add_subscribers_group: hasChannelPermission(state, channel, "can_add_subscribers_group"),
  in_subscribe_group: hasChannelPermission(state, channel, "can_subscribe_group"),
});

/** True if the reader can administer a channel. */
export const administers = (state: State, channel: Channel): boolean =>
  canAdminister(ownRole(state), {
    in_administer_group: hasChannelPermission(state, channel, "can_administer_channel_group"),
  });

/** True if the reader can read the messages of a channel. */
export function canReadChannel(state: State, channelId: number): boolean {
  const channel = channelsById(state).get(channelId);
  return channel !== undefined && canReadContent(ownRole(state), channelVisibility(state, channel));
}

/** Returns true if the user may invite others, by email or by link. */
export const canInvite = (state: State): boolean =>
  hasRealmPermission(state, "can_invite_users_group") || hasRealmPermission(state, "create_multiuse_invite_group");

/** Returns a channel, or undefined if the user cannot see it or it is archived. */
function activeChannel(state: State, channelId: number): Channel | undefined {
  const channel = channelsById(state).get(channelId);
  return channel?.is_archived === false ? channel : undefined;
}

/** Returns true if the user may change a channel's properties and permissions. */
export function canAdministerChannel(state: State, channelId: number): boolean {
  const channel = channelsById(state).get(channelId);
  return state.user_id !== undefined && channel !== undefined && administers(state, channel);
}

/** Returns true if the user may subscribe other users to a channel. */
export function canAddSubscribers(state: State, channelId: number): boolean {
  const channel = activeChannel(state, channelId);
  if (!channel || !canReadChannel(state, channelId)) return false;
  const isAllowedAnywhere = hasRealmPermission(state, "can_add_subscribers_group");
  return canSubscribeOthers(ownRole(state), channelVisibility(state, channel), isAllowedAnywhere);
}

/** Returns true if the user may unsubscribe other users from a channel. */
export function canRemoveSubscribers(state: State, channelId: number): boolean {
  const channel = activeChannel(state, channelId);
  if (!channel) return false;
  return canUnsubscribeOthers(ownRole(state), {
    ...channelVisibility(state, channel),
    in_remove_subscribers_group: hasChannelPermission(state, channel, "can_remove_subscribers_group"),
  });
}

/** Returns the ids of all members of the given groups, including the members of subgroups. */
export function groupMemberIds(state: State, groupIds: readonly number[]): readonly number[] {
  const groups = groupsById(state);
  const within = groupsWithin(groupIds, (id) => groups.get(id)?.direct_subgroup_ids);
  return [...new Set([...within].flatMap((id) => groups.get(id)?.members ?? []))];
}

/** The actions that the user may perform on a group. */
export interface GroupPermissions {
  readonly manage: boolean;
  readonly add: boolean;
  readonly remove: boolean;
  readonly join: boolean;
  readonly leave: boolean;
}

export function groupPermissions(state: State, groupId: number): GroupPermissions {
  const group = groupsById(state).get(groupId);
  if (!group) return { manage: false, add: false, remove: false, join: false, leave: false };
  const canManage =
    hasRealmPermission(state, "can_manage_all_groups") || hasGroupPermission(state, group, "can_manage_group");
  const can = (...settings: readonly (keyof UserGroupPermissions)[]) =>
    canChangeGroup({
      role: ownRole(state),
      isSystemGroup: group.is_system_group,
      canManage,
      isPermitted: settings.some((setting) => hasGroupPermission(state, group, setting)),
    });
  const isActive = !group.deactivated;
  return {
    manage: can(),
    add: isActive && can("can_add_members_group"),
    remove: isActive && can("can_remove_members_group"),
    join: isActive && can("can_join_group", "can_add_members_group"),
    leave: can("can_leave_group", "can_remove_members_group"),
  };
}
