import type { UserGroup, UserGroupPermissions } from "@parlance/contract/nouns/user-groups.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { KnownGroup } from "./groups-snapshot.ts";
import { groupSettingValues, groupSettingValuesIn } from "./settings/group-settings.ts";
import { contentsIn, directContents } from "./queries.ts";

/** Named groups of one organization in the form of the wire, in the given order. */
export async function presentUserGroups(
  db: Reader,
  realmId: number,
  rows: readonly Row<"user_group">[],
): Promise<UserGroup[]> {
  const ids = rows.map(({ id }) => id);
  const contents = await directContents(db, ids);
  const permissions = await groupSettingValues(db, "group", realmId, ids);
  return rows.map((row) =>
    present(
      { ...row, created_at: row.created_at && Math.floor(row.created_at.getTime() / 1000) },
      contents.get(row.id),
      permissions.get(row.id) as UserGroupPermissions,
    ),
  );
}

/** A named group in the form of the wire, from memory. */
export function presentUserGroupIn(directory: Directory, group: KnownGroup): UserGroup {
  const permissions = groupSettingValuesIn(directory, "group", { id: group.id, creatorId: group.creator_id });
  return present(group, contentsIn(directory, group.id), permissions);
}

type Facts = Pick<
  KnownGroup,
  "id" | "name" | "description" | "creator_id" | "created_at" | "is_system" | "is_deactivated"
>;

function present(
  group: Facts,
  contents: { readonly members: number[]; readonly subgroups: readonly number[] } | undefined,
  permissions: UserGroupPermissions,
): UserGroup {
  return {
    id: group.id,
    name: group.name ?? "",
    description: group.description,
    creator_id: group.creator_id,
    date_created: group.created_at,
    is_system_group: group.is_system,
    members: contents?.members ?? [],
    direct_subgroup_ids: [...(contents?.subgroups ?? [])],
    deactivated: group.is_deactivated,
    ...permissions,
  };
}
