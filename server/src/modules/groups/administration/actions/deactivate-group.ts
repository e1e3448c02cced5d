import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Tx, Reader } from "@parlance/kernel/db/types.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { storeGroup } from "#modules/groups/core/actions/store-group.ts";
import { GroupInUse, UserGroupDeactivated, type GroupUse } from "#modules/groups/core/errors.ts";
import { groupDeactivated } from "#modules/groups/core/events.ts";
import type { NamedGroup } from "#modules/groups/core/policy.ts";
import { sql } from "kysely";

interface GroupUseRow {
  readonly scope: "channel" | "group" | "realm";
  readonly scope_id: number;
  readonly settings: string[];
}

/**
 * Finds the uses that prevent a group's deactivation: other named groups that contain it directly, and settings whose
 * value is either the group or an unnamed group that contains it directly. Uses by archived channels and by deactivated
 * groups are ignored.
 */
async function findGroupUses(db: Reader, groupId: number): Promise<GroupUse[]> {
  const around = await db
    .selectFrom("user_group_subgroup")
    .innerJoin("user_group", "user_group.id", "user_group_subgroup.group_id")
    .select("user_group.id")
    .where("subgroup_id", "=", groupId)
    .where("user_group.name", "is not", null)
    .where("user_group.is_deactivated", "=", false)
    .orderBy("user_group.id")
    .execute();
  const { rows } = await sql<GroupUseRow>`
    select scope, scope_id, array_agg(setting order by setting) as settings
    from group_setting
    where group_id in (
      select ${groupId}::int
      union all
      select unnamed.id from user_group_subgroup nesting
      join user_group unnamed on unnamed.id = nesting.group_id and unnamed.name is null
      where nesting.subgroup_id = ${groupId}
    )
      and (scope <> 'channel' or exists (select from channel where id = scope_id and not is_archived))
      and (scope <> 'group' or exists (select from user_group where id = scope_id and not is_deactivated))
    group by scope, scope_id
    order by array_position(array['channel', 'group', 'realm'], scope), scope_id`.execute(db);
  const supergroups = around.map(({ id }) => id);
  return [
    ...(supergroups.length > 0 ? [{ type: "subgroup" as const, supergroup_ids: supergroups }] : []),
    ...rows.map(presentUse),
  ];
}

function presentUse({ scope, scope_id: id, settings }: GroupUseRow): GroupUse {
  if (scope === "channel") return { type: "channel", channel_id: id, settings };
  if (scope === "group") return { type: "user_group", group_id: id, settings };
  return { type: "realm", settings };
}

interface GroupDeactivationContext {
  /** Id of the user who deactivates the group. `null` if it is not deactivated by a user of the organization. */
  readonly actorId: number | null;
  readonly now: Date;
}

/**
 * Deactivates a locked group. A deactivated group retains its members, but can be neither used in settings nor
 * mentioned any more.
 * @throws UserGroupDeactivated if the group is already deactivated
 * @throws GroupInUse with all uses of the group
 */
export async function deactivateGroup(
  tx: Tx,
  group: NamedGroup,
  { actorId, now }: GroupDeactivationContext,
): Promise<void> {
  if (group.is_deactivated) throw new UserGroupDeactivated();
  const objections = await findGroupUses(tx, group.id);
  if (objections.length > 0) throw new GroupInUse({ objections });
  await storeGroup(tx, group.id, { is_deactivated: true });
  emit(tx, toEveryone(group.realm_id), groupDeactivated(group.id));
  await recordAct(tx, {
    realmId: group.realm_id,
    actorId,
    act: "user_group.deactivated",
    targetId: group.id,
    before: { deactivated: false },
    after: { deactivated: true },
    now,
  });
}
