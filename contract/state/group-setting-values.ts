import type { GroupSettingValue, UnnamedGroup } from "../entities/group-setting.ts";
import { difference } from "./list-operations.ts";
import type { State } from "./state.ts";

const isGroupValue = (value: unknown): value is UnnamedGroup =>
  typeof value === "object" && value !== null && "direct_members" in value && "direct_subgroups" in value;

/** Removes a deactivated user from all groups and unnamed groups of the state, in the same way as the server. */
export function removeFromGroups(state: State, userId: number): State {
  const nobodyGroupId = state.realm_user_groups?.find(({ name }) => name === "role:nobody")?.id;
  const withoutUser = <T extends object>(target: T): T => removeFromGroupValues(target, userId, nobodyGroupId);
  const groups = state.realm_user_groups?.map((group) =>
    withoutUser({ ...group, members: difference(group.members, [userId]) }),
  );
  return withoutUser({
    ...state,
    ...(groups && { realm_user_groups: groups }),
    ...(state.streams && { streams: state.streams.map(withoutUser) }),
    ...(state.subscriptions && { subscriptions: state.subscriptions.map(withoutUser) }),
    ...(state.unsubscribed && { unsubscribed: state.unsubscribed.map(withoutUser) }),
    ...(state.never_subscribed && { never_subscribed: state.never_subscribed.map(withoutUser) }),
  });
}

function removeFromGroupValues<T extends object>(target: T, userId: number, nobodyGroupId: number | undefined): T {
  const entries = Object.entries(target).map(([name, value]) => [
    name,
    isGroupValue(value) && value.direct_members.includes(userId)
      ? toCanonicalGroupValue({ ...value, direct_members: difference(value.direct_members, [userId]) }, nobodyGroupId)
      : value,
  ]);
  return Object.fromEntries(entries) as T;
}

/** Simplifies an unnamed group: if it consists of a single group, to that group; if it is empty, to `role:nobody`. */
function toCanonicalGroupValue(value: UnnamedGroup, nobodyGroupId: number | undefined): GroupSettingValue {
  const { direct_members, direct_subgroups } = value;
  if (direct_members.length > 0 || direct_subgroups.length > 1) return value;
  return direct_subgroups[0] ?? nobodyGroupId ?? value;
}
