import type { Module } from "#kernel/http/module.ts";
import { listMembers } from "./api/list-members.ts";
import { listSubgroups } from "./api/list-subgroups.ts";
import { list } from "./api/list.ts";
import { showMembership } from "./api/show-membership.ts";
import { groupMembers, groups, storedSettings } from "./groups-snapshot.ts";
import { userGroupPresenter } from "./events.ts";
import { userGroupsSlice } from "./slice.ts";

export const userGroupsModule: Module = {
  name: "user-groups",
  endpoints: [list, listMembers, showMembership, listSubgroups],
  slices: [{ ...userGroupsSlice, isForAccounts: true }],
  directory: [groups, groupMembers, storedSettings],
  presenters: { user_group: userGroupPresenter },
};
