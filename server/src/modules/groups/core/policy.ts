import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { InvalidUserGroup } from "./errors.ts";
import { lockGroups } from "./group-locks.ts";
import { hasPermission, havePermissions } from "./settings/group-settings.ts";
import type { SettingOf } from "./settings/setting-declarations.ts";
import { canChangeGroup } from "@parlance/contract/rules/group-membership.ts";

/** What may be done with a group, by the settings that allow it; each is also allowed to who manages the group. */
export type GroupPermission = SettingOf["group"];

/** A group that has a name. */
export interface NamedGroup extends Row<"user_group"> {
  readonly name: string;
}

/** A group of the actor's organization that has a name, deactivated or not. Throws InvalidUserGroup. */
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
 * The same, for several changes of which each has to be allowed by itself: call `authorizeGroupChange` before each. Nobody
 * else changes the organization's groups in between.
 */
export async function lockGroup(tx: Tx, actor: Pick<Actor, "realmId">, groupId: number): Promise<NamedGroup> {
  await lockGroups(tx, actor.realmId);
  return accessGroup(tx, actor, groupId);
}

/**
 * The ids of those of these groups in which one of the settings allows the actor something. Those who manage a group, or
 * all groups, may do everything there. Nobody changes a system group.
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

/** Throws InsufficientPermission where none of these settings allows the actor to change the group; see `changeableGroups`. */
export async function authorizeGroupChange(
  db: Reader,
  actor: Actor,
  group: NamedGroup,
  ...needs: readonly GroupPermission[]
): Promise<void> {
  const changeable = await changeableGroups(db, actor, [group], ...needs);
  if (!changeable.has(group.id)) throw new InsufficientPermission();
}

/** Locks a group that the actor manages, as `lockGroup` does. Throws InvalidUserGroup or InsufficientPermission. */
export async function lockGroupToManage(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  groupId: number,
): Promise<NamedGroup> {
  const group = await lockGroup(tx, actor, groupId);
  await authorizeGroupChange(tx, actor, group);
  return group;
}

/** Locks the groups of an organization in which the actor may create one. Throws InsufficientPermission. */
export async function lockGroupsToCreate({ tx, actor }: Pick<Write, "tx" | "actor">): Promise<void> {
  await lockGroups(tx, actor.realmId);
  const permission = { scope: "realm", scopeId: actor.realmId, setting: "can_create_groups" } as const;
  if (!(await hasPermission(tx, actor, permission))) throw new InsufficientPermission();
}
