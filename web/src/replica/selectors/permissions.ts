// What a person may do, as far as the registration tells: what is offered. The server decides.
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { State } from "@parlance/contract/state/index.ts";
import type { KnownMessage } from "../messages.ts";
import { channelsById } from "./by-id.ts";

/** Whether somebody is in a group, or in a group that is in it. */
export function isInGroup(state: State, userId: number, setting: GroupSettingValue): boolean {
  const groups = new Map((state.realm_user_groups ?? []).map((group) => [group.id, group]));
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

/** Whether the reader may write a message anew. */
export function mayEdit(state: State, message: KnownMessage, nowMs: number): boolean {
  if (message.sender_id !== state.user_id || state.realm_allow_message_editing === false) return false;
  const limit = state.realm_message_content_edit_limit_seconds ?? null;
  return limit === null || nowMs / 1000 - message.timestamp < limit;
}

/** Whether the reader may delete a message for everybody. */
export function mayDelete(state: State, message: KnownMessage, nowMs: number): boolean {
  const me = state.user_id;
  if (me === undefined) return false;
  const channel = message.stream_id === undefined ? undefined : channelsById(state).get(message.stream_id);
  const anyone = [state.realm_can_delete_any_message_group, channel?.can_delete_any_message_group];
  if (anyone.some((group) => group !== undefined && isInGroup(state, me, group))) return true;
  if (message.sender_id !== me) return false;
  const own = [state.realm_can_delete_own_message_group, channel?.can_delete_own_message_group];
  if (!own.some((group) => group !== undefined && isInGroup(state, me, group))) return false;
  const limit = state.realm_message_content_delete_limit_seconds ?? null;
  return limit === null || nowMs / 1000 - message.timestamp < limit;
}
