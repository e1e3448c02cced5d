// The rules for membership in user groups, and for the permissions that groups give.
import type { GroupSettingValue } from "../entities/group-setting.ts";
import { isGuest, type Role } from "../entities/roles.ts";

/** The direct contents of a group. */
export interface GroupContents {
  /** Ids of the users who are directly in it, without deactivated ones. */
  readonly members: readonly number[];
  readonly direct_subgroup_ids: readonly number[];
}

/** Returns the given groups and all groups within them, at any depth. */
export function groupsWithin(
  groupIds: Iterable<number>,
  subgroupsOf: (groupId: number) => readonly number[] | undefined,
): Set<number> {
  const found = new Set(groupIds);
  // Iterating over a set also yields the elements that are added in the meantime.
  for (const id of found) for (const inner of subgroupsOf(id) ?? []) found.add(inner);
  return found;
}

/** True if the value of a permission setting includes a user, directly or through groups. */
export function isInGroupSetting(
  groups: { readonly get: (id: number) => GroupContents | undefined },
  value: GroupSettingValue,
  userId: number,
): boolean {
  if (typeof value === "object" && value.direct_members.includes(userId)) return true;
  const named = typeof value === "object" ? value.direct_subgroups : [value];
  for (const id of groupsWithin(named, (group) => groups.get(group)?.direct_subgroup_ids)) {
    if (groups.get(id)?.members.includes(userId)) return true;
  }
  return false;
}

/** True if users of a role can have a permission at all: guests have only permissions that are open to guests. */
export const canHavePermission = (role: Role, isGuestAllowed: boolean): boolean => isGuestAllowed || !isGuest(role);

/** The facts that decide whether a user can change a group. */
export interface GroupRelation {
  readonly role: Role;
  readonly isSystemGroup: boolean;
  /** True if `can_manage_all_groups` of the organization or `can_manage_group` of the group includes the user. */
  readonly canManage: boolean;
  /** True if another setting that allows the change includes the user. */
  readonly isPermitted: boolean;
}

/** True if the user can make a change to a group. System groups follow the roles, and guests change no groups. */
export const canChangeGroup = ({ role, isSystemGroup, canManage, isPermitted }: GroupRelation): boolean =>
  !isGuest(role) && !isSystemGroup && (canManage || isPermitted);
