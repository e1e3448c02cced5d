import type { UserGroup, UserGroupPermissions } from "@parlance/contract/nouns/user-groups.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { GroupSnapshot } from "./groups-snapshot.ts";
import { loadGroupSettingValues, groupSettingValuesIn } from "./settings/group-settings.ts";
import { contentsIn, loadDirectContents } from "./queries.ts";

/** Converts named groups of an organization to the form that clients receive, in the same order. */
export async function presentUserGroups(
  db: Reader,
  realmId: number,
  rows: readonly Row<"user_group">[],
): Promise<UserGroup[]> {
  const ids = rows.map(({ id }) => id);
  const contents = await loadDirectContents(db, ids);
  const permissions = await loadGroupSettingValues(db, "group", realmId, ids);
  return rows.map((row) =>
    present(
      { ...row, created_at: row.created_at && Math.floor(row.created_at.getTime() / 1000) },
      contents.get(row.id),
      permissions.get(row.id) as UserGroupPermissions,
    ),
  );
}

/** Converts a named group of the organization snapshot to the form that clients receive. */
export function presentUserGroupIn(snapshot: OrganizationSnapshot, group: GroupSnapshot): UserGroup {
  const permissions = groupSettingValuesIn(snapshot, "group", { id: group.id, creatorId: group.creator_id });
  return present(group, contentsIn(snapshot, group.id), permissions);
}

type GroupFields = Pick<
  GroupSnapshot,
  "id" | "name" | "description" | "creator_id" | "created_at" | "is_system" | "is_deactivated"
>;

function present(
  group: GroupFields,
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
