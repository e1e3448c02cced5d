import type { Reader, Row, Tx } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { InsufficientPermission } from "#modules/users/errors.ts";
import { InvalidUserGroup } from "./errors.ts";
import { lockGroups } from "./group-locks.ts";
import { holds, holdsMany, type Claim } from "./group-settings.ts";
import type { SettingOf } from "./setting-declarations.ts";

/** What may be done with a group, by the settings that allow it; each is also allowed to who manages the group. */
export type GroupNeed = SettingOf["group"];

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

/** The same, for a change: nobody else changes the organization's groups meanwhile. Ask `authorizeGroupChange` next. */
export async function lockGroup(tx: Tx, actor: Pick<Actor, "realmId">, groupId: number): Promise<NamedGroup> {
  await lockGroups(tx, actor.realmId);
  return accessGroup(tx, actor, groupId);
}

/**
 * Throws InsufficientPermission where the actor holds none of these settings of the group and does not manage it. Nobody
 * changes a system group.
 */
export async function authorizeGroupChange(
  db: Reader,
  actor: Actor,
  group: NamedGroup,
  ...needs: readonly GroupNeed[]
): Promise<void> {
  if (group.is_system) throw new InsufficientPermission();
  const { id: userId, realmId } = actor;
  const claims: Claim[] = [
    { userId, scope: "realm", scopeId: realmId, setting: "can_manage_all_groups" },
    ...["can_manage_group" as const, ...needs].map((setting) => ({
      userId,
      scope: "group" as const,
      scopeId: group.id,
      setting,
    })),
  ];
  const held = await holdsMany(db, realmId, claims);
  if (!held.includes(true)) throw new InsufficientPermission();
}

/** Throws InsufficientPermission where the actor may not create groups. */
export async function authorizeGroupCreation(db: Reader, actor: Actor): Promise<void> {
  const permission = { scope: "realm", scopeId: actor.realmId, setting: "can_create_groups" } as const;
  if (!(await holds(db, actor, permission))) throw new InsufficientPermission();
}
