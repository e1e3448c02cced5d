import type { GroupSettingValue } from "../entities/group-setting.ts";
import { isInGroupSetting } from "../rules/group-membership.ts";
import type { State } from "./state.ts";

/**
 * Computes the user's own permissions again. Called after a change of groups, permission settings, or the user's role.
 */
export function recomputeOwnPermissions(state: State): State {
  const { user_id, realm_user_groups: groups, is_guest, can_create_streams } = state;
  if (user_id === undefined || !groups || can_create_streams === undefined) return state;
  const groupsById = new Map(groups.map((group) => [group.id, group]));
  // Guests can have none of these permissions.
  const may = (value: GroupSettingValue | undefined) =>
    value !== undefined && is_guest === false && isInGroupSetting(groupsById, value, user_id);
  const webPublic = state.realm_enable_spectator_access === true && state.server_web_public_streams_enabled === true;
  const can_create_public_streams = may(state.realm_can_create_public_channel_group);
  const can_create_private_streams = may(state.realm_can_create_private_channel_group);
  const can_create_web_public_streams = webPublic && may(state.realm_can_create_web_public_channel_group);
  return {
    ...state,
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams,
    can_create_streams: can_create_public_streams || can_create_private_streams || can_create_web_public_streams,
    can_subscribe_other_users: may(state.realm_can_add_subscribers_group),
    can_invite_others_to_realm: may(state.realm_can_invite_users_group),
  };
}
