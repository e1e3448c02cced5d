import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { changeMembers } from "../actions/change-members.ts";
import {
  InvalidUserGroup,
  newMemberErrors,
  newSubgroupErrors,
  NoMemberChanges,
  NotMember,
  NotSubgroup,
} from "#modules/groups/core/errors.ts";
import { groupId, groupIds, userIds } from "#modules/platform/parameters/identifying-parameters.ts";

const [users, subgroups] = [userIds().default([]), groupIds().default([])];

export const changeMembersOf = endpoint.write({
  route: "POST /user_groups/:user_group_id/members",
  summary: "Update the members of a user group",
  description:
    "Makes all changes in the order `add`, `delete`, `add_subgroups`, `delete_subgroups`, or none. Adding " +
    "requires the group's `can_add_members_group`, removing its `can_remove_members_group`. Users may add " +
    "themselves with `can_join_group` and remove themselves with `can_leave_group`. Users who manage the group " +
    "may make any of these changes. The notification bot notifies users who are added or removed by another " +
    "user.",
  access: "member",
  humansOnly: true,
  params: z.object({ user_group_id: groupId().describe("Id of the user group.") }),
  input: z.object({
    add: users.describe("Ids of active users who are not direct members."),
    delete: users.describe("Ids of active users who are direct members."),
    add_subgroups: subgroups.describe("Ids of active groups that are not direct subgroups."),
    delete_subgroups: subgroups.describe("Ids of direct subgroups."),
  }),
  response: z.object({}),
  errors: [
    NoMemberChanges,
    InvalidUserGroup,
    InsufficientPermission,
    ...newMemberErrors,
    NotMember,
    ...newSubgroupErrors,
    NotSubgroup,
  ],
  async handler(ctx, { params, input }) {
    const { add_subgroups: addSubgroups, delete_subgroups: deleteSubgroups, ...people } = input;
    const changes = { ...people, addSubgroups, deleteSubgroups };
    if (Object.values(changes).every((list) => list.length === 0)) throw new NoMemberChanges();
    await changeMembers(ctx, params.user_group_id, changes);
    return {};
  },
});
