import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { GroupNameInUse } from "#modules/groups/core/errors.ts";
import { groupChanged, groupReactivated } from "#modules/groups/core/events.ts";
import { groupKey, parseGroupName } from "#modules/groups/core/group-names.ts";
import type { NamedGroup } from "#modules/groups/core/policy.ts";
import { presentUserGroups } from "#modules/groups/core/presentation.ts";
import { storeGroup } from "#modules/groups/core/actions/store-group.ts";

interface GroupChangeContext {
  /** Id of the user who changes the group. `null` if it is not changed by a user of the organization. */
  readonly actorId: number | null;
  readonly now: Date;
}

/**
 * Renames a locked group, and sends an event about it. Does nothing if the group already has the name.
 * @returns the group with its new name
 * @throws one of `groupNameErrors`
 */
export async function renameGroup(
  tx: Tx,
  group: NamedGroup,
  requestedName: string,
  { actorId, now }: GroupChangeContext,
): Promise<NamedGroup> {
  if (requestedName === group.name) return group;
  const name = parseGroupName(requestedName);
  if (name === group.name) return group;
  if (await isNameInUse(tx, group, name)) throw new GroupNameInUse({ group_name: name });
  await storeGroup(tx, group.id, { name });
  emit(tx, toEveryone(group.realm_id), groupChanged(group, { name }));
  await recordAct(tx, {
    realmId: group.realm_id,
    actorId,
    act: "user_group.renamed",
    targetId: group.id,
    before: { name: group.name },
    after: { name },
    now,
  });
  return { ...group, name };
}

/**
 * Returns whether another group has the name. The organization's groups are locked, so this cannot change during the
 * transaction.
 */
async function isNameInUse(tx: Tx, group: NamedGroup, name: string): Promise<boolean> {
  const other = await tx
    .selectFrom("user_group")
    .select("id")
    .where("realm_id", "=", group.realm_id)
    .where("name_key", "=", groupKey(name))
    .where("id", "<>", group.id)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Reactivates a locked group, and sends an event about it. Does nothing if the group is active.
 * @returns the active group
 */
export async function reactivateGroup(
  tx: Tx,
  group: NamedGroup,
  { actorId, now }: GroupChangeContext,
): Promise<NamedGroup> {
  if (!group.is_deactivated) return group;
  const active = { ...group, is_deactivated: false };
  await storeGroup(tx, group.id, { is_deactivated: false });
  const [presented] = await presentUserGroups(tx, group.realm_id, [active]);
  if (presented) emit(tx, toEveryone(group.realm_id), groupReactivated(presented));
  await recordAct(tx, {
    realmId: group.realm_id,
    actorId,
    act: "user_group.reactivated",
    targetId: group.id,
    before: { deactivated: true },
    after: { deactivated: false },
    now,
  });
  return active;
}
