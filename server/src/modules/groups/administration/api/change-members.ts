import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id, json } from "#kernel/http/params.ts";
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

const ids = json(z.array(z.int())).default([]);

export const changeMembersOf = endpoint.write({
  route: "POST /user_groups/:user_group_id/members",
  summary: "Change who is in a user group",
  description:
    "All of it is done, in the order `add`, `delete`, `add_subgroups`, `delete_subgroups`, or nothing. Adding takes the " +
    "group's `can_add_members_group`, removing its `can_remove_members_group`; to join alone `can_join_group` will do, and " +
    "to leave `can_leave_group`. Who manages the group may all of it. People are told who added or removed them.",
  access: "member",
  humansOnly: true,
  params: z.object({ user_group_id: id() }),
  input: z.object({
    add: ids.describe("Ids of users that are not deactivated and not in it"),
    delete: ids.describe("Ids of users that are not deactivated and in it"),
    add_subgroups: ids.describe("Ids of groups that are not deactivated and not directly in it"),
    delete_subgroups: ids.describe("Ids of groups that are directly in it"),
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
