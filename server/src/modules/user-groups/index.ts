import type { Module } from "#kernel/http/module.ts";
import { changeMembersOf } from "./api/change-members.ts";
import { changeSubgroups } from "./api/change-subgroups.ts";
import { change } from "./api/change.ts";
import { create } from "./api/create.ts";
import { deactivate } from "./api/deactivate.ts";
import { listMembers } from "./api/list-members.ts";
import { listSubgroups } from "./api/list-subgroups.ts";
import { list } from "./api/list.ts";
import { showMembership } from "./api/show-membership.ts";
import { userGroupPresenter } from "./events.ts";
import { userGroupsSlice } from "./slice.ts";

export const userGroupsModule: Module = {
  name: "user-groups",
  endpoints: [
    list,
    create,
    change,
    deactivate,
    listMembers,
    changeMembersOf,
    showMembership,
    listSubgroups,
    changeSubgroups,
  ],
  slices: [userGroupsSlice],
  presenters: { user_group: userGroupPresenter },
};
