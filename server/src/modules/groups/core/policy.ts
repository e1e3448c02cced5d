import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { InvalidUserGroup } from "./errors.ts";
import { lockGroups } from "./group-locks.ts";
import { hasPermission, havePermissions } from "./settings/group-settings.ts";
import type { SettingOf } from "./settings/setting-declarations.ts";
import { canChangeGroup } from "@parlance/contract/rules/group-membership.ts";

/** A group's permissions. Users with `can_manage_group` implicitly have all of them except `can_mention_group`. */
export type GroupPermission = SettingOf["group"];

export interface NamedGroup extends Row<"user_group"> {
  readonly name: string;
}

/**
 * Loads a named group of the actor's organization, which may be deactivated.
 * @throws InvalidUserGroup
 */
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
 * Loads a named group, which may be deactivated, and locks the organization's groups. Call `authorizeGroupChange`
 * before each change of the group. Because of the lock, no other transaction can change the groups in between.
 * @throws InvalidUserGroup
 */
export async function lockGroup(tx: Tx, actor: Pick<Actor, "realmId">, groupId: number): Promise<NamedGroup> {
  await lockGroups(tx, actor.realmId);
  return accessGroup(tx, actor, groupId);
}

/**
 * Returns the ids of the groups for which the actor has at least one of the permissions in `needs`. Users who can
 * manage the group, or all groups, have all permissions to change it. System groups are omitted, because no user can
 * change them. Guests can change no groups.
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
 * Throws unless the actor has at least one of the group's permissions in `needs`, or can manage the group. See
 * `changeableGroups`.
 * @throws InsufficientPermission
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

/**
 * Loads a named group that the actor can manage, and locks the organization's groups.
 * @throws InvalidUserGroup, InsufficientPermission
 */
export async function lockGroupToManage(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  groupId: number,
): Promise<NamedGroup> {
  const group = await lockGroup(tx, actor, groupId);
  await authorizeGroupChange(tx, actor, group);
  return group;
}

/**
 * Locks the groups of the actor's organization, and checks that the actor may create a group.
 * @throws InsufficientPermission
 */
export async function lockGroupsToCreate({ tx, actor }: Pick<Write, "tx" | "actor">): Promise<void> {
  await lockGroups(tx, actor.realmId);
  const permission = { scope: "realm", scopeId: actor.realmId, setting: "can_create_groups" } as const;
  if (!(await hasPermission(tx, actor, permission))) throw new InsufficientPermission();
}
