// Determines the user groups to which a permission can be granted.
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { words } from "../../base/words/index.ts";

/** Kind of object that the permission belongs to, such as the organization or a channel. */
export type PermissionKind = keyof NonNullable<State["server_supported_permission_settings"]>;

export interface GroupChoice {
  readonly id: number;
  readonly text: string;
}

/** The system groups, ordered by size. Each includes the groups before it. */
const systemOrder = [
  "role:nobody",
  "role:owners",
  "role:administrators",
  "role:moderators",
  "role:fullmembers",
  "role:members",
  "role:everyone",
  "role:internet",
];

/** Returns the name under which a group is displayed. */
export const groupName = ({ name, is_system_group }: Pick<UserGroup, "name" | "is_system_group">): string =>
  is_system_group ? (words.groups.roles[name] ?? name) : name;

/**
 * Returns the groups to which a permission can be granted, system groups first. `acceptsUsers`: whether the permission
 * can also be granted to individual users.
 */
export function groupChoices(
  { realm_user_groups: groups = [], server_supported_permission_settings: supported }: State,
  kind: PermissionKind,
  permission: string,
): { readonly choices: readonly GroupChoice[]; readonly acceptsUsers: boolean } {
  const rule = supported?.[kind][permission];
  const isAllowed = ({ name }: UserGroup) =>
    !(rule?.allow_nobody_group === false && name === "role:nobody") &&
    !(rule?.allow_everyone_group === false && name === "role:everyone") &&
    !(rule?.allow_internet_group !== true && name === "role:internet") &&
    (rule === undefined || rule.allowed_system_groups.length === 0 || rule.allowed_system_groups.includes(name));
  const system = systemOrder.flatMap((name) => groups.filter((group) => group.is_system_group && group.name === name));
  const acceptsUsers = rule?.require_system_group !== true;
  const named = acceptsUsers
    ? groups.filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    : [];
  const sorted = named.toSorted((a, b) => a.name.localeCompare(b.name));
  return {
    choices: [...system.filter(isAllowed), ...sorted].map((group) => ({ id: group.id, text: groupName(group) })),
    acceptsUsers,
  };
}
