import type { UserGroup, UserGroupPermissions } from "@parlance/contract/nouns/user-groups.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import { groupSettingValues } from "./group-settings.ts";
import { directContents } from "./queries.ts";

/** Named groups of one organization in the form of the wire, in the given order. */
export async function presentUserGroups(
  db: Reader,
  realmId: number,
  rows: readonly Row<"user_group">[],
): Promise<UserGroup[]> {
  const ids = rows.map(({ id }) => id);
  const contents = await directContents(db, ids);
  const permissions = await groupSettingValues(db, "group", realmId, ids);
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? "",
    description: row.description,
    creator_id: row.creator_id,
    date_created: row.created_at && Math.floor(row.created_at.getTime() / 1000),
    is_system_group: row.is_system,
    members: contents.get(row.id)?.members ?? [],
    direct_subgroup_ids: contents.get(row.id)?.subgroups ?? [],
    deactivated: row.is_deactivated,
    ...(permissions.get(row.id) as UserGroupPermissions),
  }));
}
