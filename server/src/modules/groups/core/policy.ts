import type { Reader, Row, Tx } from "@parlance/kernel/db/types.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { InvalidUserGroup } from "./errors.ts";
import { lockGroups } from "./group-locks.ts";
import type { ChangedGroup } from "./queries.ts";
import { hasPermissionIn } from "./settings/group-settings.ts";
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
 * Returns the ids of the groups for which the actor has at least one of the permissions in `needs`, according to the
 * organization snapshot. Users who can manage the group, or all groups, have all permissions to change it. System
 * groups are omitted, because no user can change them. Guests can change no groups. `changed` is a group whose contents
 * the transaction has changed.
 */
export function changeableGroups(
  snapshot: OrganizationSnapshot,
  { id: userId, role }: Pick<Actor, "id" | "role">,
  groups: readonly Pick<Row<"user_group">, "id" | "is_system">[],
  needs: readonly GroupPermission[],
  changed?: ChangedGroup,
): Set<number> {
  const everywhere = { userId, scope: "realm", scopeId: snapshot.realmId, setting: "can_manage_all_groups" } as const;
  const managesAll = hasPermissionIn(snapshot, everywhere, changed);
  const isChangeable = ({ id: scopeId, is_system: isSystemGroup }: (typeof groups)[number]): boolean => {
    const has = (setting: GroupPermission) =>
      hasPermissionIn(snapshot, { userId, scope: "group", scopeId, setting }, changed);
    const canManage = managesAll || has("can_manage_group");
    return canChangeGroup({ role, isSystemGroup, canManage, isPermitted: needs.some(has) });
  };
  return new Set(groups.filter(isChangeable).map(({ id }) => id));
}

/**
 * Throws unless the actor has at least one of the group's permissions in `needs`, or can manage the group. See
 * `changeableGroups`.
 * @throws InsufficientPermission
 */
export function authorizeGroupChange(
  snapshot: OrganizationSnapshot,
  actor: Actor,
  group: NamedGroup,
  needs: readonly GroupPermission[],
  changed?: ChangedGroup,
): void {
  if (!changeableGroups(snapshot, actor, [group], needs, changed).has(group.id)) throw new InsufficientPermission();
}

/** Transaction and actor of a change to a group. */
type ChangeContext = Pick<Write, "tx" | "actor" | "committedSnapshot">;

/**
 * Loads a named group that the actor can manage, and locks the organization's groups.
 * @throws InvalidUserGroup, InsufficientPermission
 */
export async function lockGroupToManage(ctx: ChangeContext, groupId: number): Promise<NamedGroup> {
  const group = await lockGroup(ctx.tx, ctx.actor, groupId);
  authorizeGroupChange(await ctx.committedSnapshot(), ctx.actor, group, []);
  return group;
}

/**
 * Locks the groups of the actor's organization, and checks that the actor may create a group.
 * @throws InsufficientPermission
 */
export async function lockGroupsToCreate({ tx, actor, committedSnapshot }: ChangeContext): Promise<void> {
  await lockGroups(tx, actor.realmId);
  const snapshot = await committedSnapshot();
  const claim = { userId: actor.id, scope: "realm", scopeId: actor.realmId, setting: "can_create_groups" } as const;
  if (!hasPermissionIn(snapshot, claim)) throw new InsufficientPermission();
}
