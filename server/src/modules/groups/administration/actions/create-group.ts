import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { groupAdded } from "#modules/groups/core/events.ts";
import { parseGroupName } from "#modules/groups/core/group-names.ts";
import { loadActiveUsers } from "#modules/groups/core/members/active-users.ts";
import { lockGroupsToCreate } from "#modules/groups/core/policy.ts";
import { presentUserGroups } from "#modules/groups/core/presentation.ts";
import { insertGroup } from "#modules/groups/core/actions/insert-group.ts";
import { insertMembers } from "#modules/groups/core/actions/members/insert-members.ts";
import { addSubgroups } from "#modules/groups/core/actions/members/add-and-remove-subgroups.ts";
import {
  type GroupSettingInput,
  resolveGroupSettings,
} from "#modules/groups/core/actions/settings/resolve-group-settings.ts";
import { storeGroupSettings } from "#modules/groups/core/actions/settings/store-group-settings.ts";

/** Properties of a new group. */
export interface GroupRequest {
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
  readonly settings: GroupSettingInput<"group">;
}

/**
 * Creates a group, and sends events about it and its subgroups. The creator becomes a member only if `members` contains
 * the creator. Returns the group's id.
 * @throws InsufficientPermission, InvalidMember, and the errors in `groupNameErrors`, `groupSettingErrors` and
 * `newSubgroupErrors`
 */
export async function createGroup(ctx: Write, request: GroupRequest): Promise<number> {
  const { tx, actor, now } = ctx;
  await lockGroupsToCreate(ctx);
  return createGroupWithinLock(tx, request, { realmId: actor.realmId, actorId: actor.id, now });
}

interface GroupCreationContext {
  readonly realmId: number;
  /** Id of the user who creates the group. `null` if it is not created by a user of the organization. */
  readonly actorId: number | null;
  readonly now: Date;
}

/**
 * Creates a group, and sends events about it and its subgroups. The organization's groups must be locked, and the
 * caller must have checked the permission.
 */
export async function createGroupWithinLock(
  tx: Tx,
  request: GroupRequest,
  { realmId, actorId, now }: GroupCreationContext,
): Promise<number> {
  const members = await loadActiveUsers(tx, realmId, [...new Set(request.members)]);
  const name = parseGroupName(request.name);
  const settings = await resolveGroupSettings(tx, { realmId, scope: "group", values: request.settings });
  const row = await insertGroup(tx, { realmId, name, description: request.description, creatorId: actorId, now });
  await storeGroupSettings(tx, { realmId, scope: "group", scopeId: row.id }, settings);
  await insertMembers(
    tx,
    row,
    members.map(({ id }) => id),
  );

  const [group] = await presentUserGroups(tx, realmId, [row]);
  if (!group) throw new Error("no group was created");
  emit(tx, toEveryone(realmId), groupAdded(group));
  const subgroups = [...new Set(request.subgroups)];
  const direct_subgroup_ids = subgroups.length > 0 ? await addSubgroups(tx, row, subgroups) : [];
  const after = { ...group, direct_subgroup_ids };
  await recordAct(tx, { realmId, actorId, act: "user_group.created", targetId: row.id, after, now });
  return row.id;
}
