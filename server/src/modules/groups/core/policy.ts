import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { InvalidUserGroup } from "./errors.ts";
import { lockGroups } from "./group-locks.ts";
import { hasPermission, havePermissions } from "./settings/group-settings.ts";
import type { SettingOf } from "./settings/setting-declarations.ts";
import { canChangeGroup } from "@parlance/contract/rules/group-membership.ts";

/**
 * The actions on a group, named by the settings that permit them. Users who can manage the group can perform all of
 * them.
 */
export type GroupPermission = SettingOf["group"];

export interface NamedGroup extends Row<"user_group"> {
  readonly name: string;
}

/** Loads a named group of the actor's organization, active or deactivated. Throws `InvalidUserGroup`. */
export async function accessGroup(
  db: Reader,
  { realmId }: Pick<Actor, "realmId">,
  groupId: number,
): Promise<NamedGroup> {
  const group = await db
    .selectFrom("user_group")
    .selectAll()
    .where("id", "=", groupId)
    .where("realm_id", "=", realmId)
    .where("name", "is not", null)
    .executeTakeFirst();
  if (!group) throw new InvalidUserGroup();
  return group as NamedGroup;
}

/**
 * The same for several changes that each need a permission: call `authorizeGroupChange` before each. It locks the
 * organization's groups, so that no other transaction changes them in between.
 */
export async function lockGroup(tx: Tx, actor: Pick<Actor, "realmId">, groupId: number): Promise<NamedGroup> {
  await lockGroups(tx, actor.realmId);
  return accessGroup(tx, actor, groupId);
}

/**
 * Returns the ids of those groups in which one of the settings permits the action to the actor. Users who can manage a
 * group, or all groups, may perform every action on it. No user can change a system group.
 */
export async function changeableGroups(
  db: Reader,
  { id: userId, realmId, role }: Pick<Actor, "id" | "realmId" | "role">,
  groups: readonly Pick<Row<"user_group">, "id" | "is_system">[],
  ...needs: readonly GroupPermission[]
): Promise<Set<number>> {
  const settings = ["can_manage_group", ...needs] as const;
  const claims = groups.flatMap(({ id: scopeId }) =>
    settings.map((setting) => ({ userId, scope: "group" as const, scopeId, setting })),
  );
  const everywhere = { userId, scope: "realm", scopeId: realmId, setting: "can_manage_all_groups" } as const;
  const [managesAll = false, ...answers] = await havePermissions(db, realmId, [everywhere, ...claims]);
  const isChangeable = ({ is_system: isSystemGroup }: Pick<Row<"user_group">, "is_system">, nth: number): boolean => {
    const [managesGroup = false, ...permitted] = answers.slice(nth * settings.length, (nth + 1) * settings.length);
    const canManage = managesAll || managesGroup;
    return canChangeGroup({ role, isSystemGroup, canManage, isPermitted: permitted.includes(true) });
  };
  return new Set(groups.filter(isChangeable).map(({ id }) => id));
}

/**
 * Throws `InsufficientPermission` if none of these settings permits the actor to change the group. See
 * `changeableGroups`.
 */
export async function authorizeGroupChange(
  db: Reader,
  actor: Actor,
  group: NamedGroup,
  ...needs: readonly GroupPermission[]
): Promise<void> {
  const changeable = await changeableGroups(db, actor, [group], ...needs);
  if (!changeable.has(group.id)) throw new InsufficientPermission();
}

/** Locks a group that the actor can manage, like `lockGroup`. Throws `InvalidUserGroup` or `InsufficientPermission`. */
export async function lockGroupToManage(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  groupId: number,
): Promise<NamedGroup> {
  const group = await lockGroup(tx, actor, groupId);
  await authorizeGroupChange(tx, actor, group);
  return group;
}

/** Locks the groups of an organization in which the actor may create one. Throws `InsufficientPermission`. */
export async function lockGroupsToCreate({ tx, actor }: Pick<Write, "tx" | "actor">): Promise<void> {
  await lockGroups(tx, actor.realmId);
  const permission = { scope: "realm", scopeId: actor.realmId, setting: "can_create_groups" } as const;
  if (!(await hasPermission(tx, actor, permission))) throw new InsufficientPermission();
}
