import { type Module, defineSlice } from "@parlance/kernel/http/module.ts";
import { listMembers } from "./api/list-members.ts";
import { listSubgroups } from "./api/list-subgroups.ts";
import { list } from "./api/list.ts";
import { showMembership } from "./api/show-membership.ts";
import { groupMembers, groups, storedSettings } from "./groups-snapshot.ts";
import { userGroupPresenter } from "./events.ts";
import { type UserGroup, userGroupsNoun } from "@parlance/contract/nouns/user-groups.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { JsonFragment } from "@parlance/kernel/http/json-response.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { presentUserGroupIn } from "./presentation.ts";

/**
 * The slice (part of the register response) with the organization's groups. Deactivated groups are omitted for clients
 * that do not support them.
 */
const userGroupsSlice = defineSlice(userGroupsNoun, "realm_user_groups", async (_db, { snapshot, capabilities }) => {
  const deactivatedToo = capabilities["include_deactivated_groups"] === true;
  const parts = [groups, groupMembers, storedSettings, users];
  const json = snapshot.cachedJson(`groups ${deactivatedToo}`, parts, () => groupsAsJson(snapshot, deactivatedToo));
  return { realm_user_groups: new JsonFragment<UserGroup[]>([json]) };
});

function groupsAsJson(snapshot: OrganizationSnapshot, deactivatedToo: boolean): string {
  const named = [...snapshot.get(groups).all()].filter(
    ({ name, is_deactivated: isDeactivated }) => name !== null && (deactivatedToo || !isDeactivated),
  );
  const presented = named.sort((a, b) => a.id - b.id).map((group) => presentUserGroupIn(snapshot, group));
  return JSON.stringify(presented);
}

export const userGroupsModule: Module = {
  name: "user-groups",
  floor: "records",
  tables: ["group_setting", "user_group", "user_group_member", "user_group_subgroup"],
  endpoints: [list, listMembers, showMembership, listSubgroups],
  slices: [{ ...userGroupsSlice, isForAccounts: true }],
  snapshotSections: [groups, groupMembers, storedSettings],
  presenters: { user_group: userGroupPresenter },
};
