import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { GroupUse } from "#modules/groups/core/errors.ts";

interface Use {
  readonly scope: "channel" | "group" | "realm";
  readonly scope_id: number;
  readonly settings: string[];
}

/**
 * Where a group is in use: directly within other groups, and in settings, as their value or directly within an unnamed
 * one. Archived channels and deactivated groups do not use anything.
 */
export async function usesOf(db: Reader, groupId: number): Promise<GroupUse[]> {
  const around = await db
    .selectFrom("user_group_subgroup")
    .innerJoin("user_group", "user_group.id", "user_group_subgroup.group_id")
    .select("user_group.id")
    .where("subgroup_id", "=", groupId)
    .where("user_group.name", "is not", null)
    .where("user_group.is_deactivated", "=", false)
    .orderBy("user_group.id")
    .execute();
  const { rows } = await sql<Use>`
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

function presentUse({ scope, scope_id: id, settings }: Use): GroupUse {
  if (scope === "channel") return { type: "channel", channel_id: id, settings };
  if (scope === "group") return { type: "user_group", group_id: id, settings };
  return { type: "realm", settings };
}
