// What a person may do, as far as the registration tells: what is offered. The server decides.
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { Channel } from "@parlance/contract/entities/channel.ts";
import type { State } from "@parlance/contract/state/index.ts";
import type { KnownMessage } from "../messages/messages.ts";
import { channelsById, groupsById } from "./entities-by-id.ts";

/** Whether somebody is in a group, or in a group that is in it. */
export function isInGroup(state: State, userId: number, setting: GroupSettingValue): boolean {
  const groups = groupsById(state);
  const seen = new Set<number>();
  const isIn = (value: GroupSettingValue): boolean => {
    if (typeof value === "object") {
      return value.direct_members.includes(userId) || value.direct_subgroups.some(isIn);
    }
    const group = groups.get(value);
    if (!group || seen.has(value)) return false;
    seen.add(value);
    return group.members.includes(userId) || group.direct_subgroup_ids.some(isIn);
  };
  return isIn(setting);
}

/** Whether the reader has one of these permissions; one that the registration does not tell of gives nothing. */
export const hasAnyPermission = (state: State, ...settings: readonly (GroupSettingValue | undefined)[]): boolean => {
  const { user_id: me } = state;
  return me !== undefined && settings.some((setting) => setting !== undefined && isInGroup(state, me, setting));
};

/** Whether the reader may invite people, by mail or by links. */
export const canInvite = (state: State): boolean =>
  hasAnyPermission(state, state.realm_can_invite_users_group, state.realm_create_multiuse_invite_group);

/** Whether the reader may write a message anew. */
export function canEditMessage(state: State, message: KnownMessage, nowMs: number): boolean {
  if (message.sender_id !== state.user_id || state.realm_allow_message_editing === false) return false;
  const limit = state.realm_message_content_edit_limit_seconds ?? null;
  return limit === null || nowMs / 1000 - message.timestamp < limit;
}

/** Whether the reader may delete a message for everybody: any, or their own for some time. */
function canDeleteMessage(state: State, message: KnownMessage, nowMs: number): boolean {
  const channel = message.stream_id === undefined ? undefined : channelsById(state).get(message.stream_id);
  if (hasAnyPermission(state, state.realm_can_delete_any_message_group, channel?.can_delete_any_message_group))
    return true;
  if (message.sender_id !== state.user_id) return false;
  if (!hasAnyPermission(state, state.realm_can_delete_own_message_group, channel?.can_delete_own_message_group))
    return false;
  const limit = state.realm_message_content_delete_limit_seconds ?? null;
  return limit === null || nowMs / 1000 - message.timestamp < limit;
}

/** What the reader may do with a message, as far as the registration tells. */
export interface MessagePermissions {
  readonly edit: boolean;
  readonly remove: boolean;
  /** To another topic or channel. */
  readonly move: boolean;
  readonly seeHistory: boolean;
  readonly seeReaders: boolean;
  readonly report: boolean;
}

export const messagePermissions = (state: State, message: KnownMessage, nowMs: number): MessagePermissions => ({
  edit: canEditMessage(state, message, nowMs),
  remove: canDeleteMessage(state, message, nowMs),
  move:
    message.stream_id !== undefined &&
    (canMoveBetweenTopics(state, message.stream_id) || canMoveBetweenChannels(state, message.stream_id)),
  seeHistory: state.realm_message_edit_history_visibility_policy !== "none",
  seeReaders: state.realm_enable_read_receipts === true,
  report: (state.realm_moderation_request_channel_id ?? -1) >= 0 && message.sender_id !== state.user_id,
});

/** A channel in which things can be done: one that is known and not archived. */
function activeChannel(state: State, channelId: number): Channel | undefined {
  const channel = channelsById(state).get(channelId);
  return channel?.is_archived === false ? channel : undefined;
}

/** Whether the reader may move messages of a channel to another topic in it. */
export function canMoveBetweenTopics(state: State, channelId: number): boolean {
  const channel = activeChannel(state, channelId);
  if (!channel) return false;
  const { can_move_messages_within_channel_group: within, can_administer_channel_group: administering } = channel;
  return hasAnyPermission(state, state.realm_can_move_messages_between_topics_group, within, administering);
}

/** Whether the reader may move messages of a channel to other channels. */
export function canMoveBetweenChannels(state: State, channelId: number): boolean {
  const channel = activeChannel(state, channelId);
  if (!channel) return false;
  const { can_move_messages_out_of_channel_group: away, can_administer_channel_group: administering } = channel;
  return hasAnyPermission(state, state.realm_can_move_messages_between_channels_group, away, administering);
}

/** Whether the reader may change a channel: what it is, and who may do what in it. */
export function canAdministerChannel(state: State, channelId: number): boolean {
  const channel = channelsById(state).get(channelId);
  if (state.user_id === undefined || !channel) return false;
  return state.is_admin === true || hasAnyPermission(state, channel.can_administer_channel_group);
}

/** Whether the reader may have others join a channel. */
export function canAddSubscribers(state: State, channelId: number): boolean {
  const channel = activeChannel(state, channelId);
  if (!channel) return false;
  const { can_add_subscribers_group: adding, can_administer_channel_group: administering } = channel;
  return hasAnyPermission(state, state.realm_can_add_subscribers_group, adding, administering);
}

/** Whether the reader may have others leave a channel. */
export function canRemoveSubscribers(state: State, channelId: number): boolean {
  const channel = activeChannel(state, channelId);
  if (!channel) return false;
  return canAdministerChannel(state, channelId) || hasAnyPermission(state, channel.can_remove_subscribers_group);
}

/** Everybody who is in one of these groups, or in a group that is in it. */
export function groupMemberIds(state: State, groupIds: readonly number[]): readonly number[] {
  const groups = groupsById(state);
  const seen = new Set<number>();
  const membersOf = (id: number): readonly number[] => {
    const group = groups.get(id);
    if (!group || seen.has(id)) return [];
    seen.add(id);
    return [...group.members, ...group.direct_subgroup_ids.flatMap(membersOf)];
  };
  return [...new Set(groupIds.flatMap(membersOf))];
}

/** What the reader may do with a group. */
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
  const manage = hasAnyPermission(state, state.realm_can_manage_all_groups, group.can_manage_group);
  const add = (manage || hasAnyPermission(state, group.can_add_members_group)) && !group.deactivated;
  const remove = (manage || hasAnyPermission(state, group.can_remove_members_group)) && !group.deactivated;
  return {
    manage,
    add,
    remove,
    join: (add || hasAnyPermission(state, group.can_join_group)) && !group.deactivated,
    leave: remove || hasAnyPermission(state, group.can_leave_group),
  };
}
