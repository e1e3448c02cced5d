import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { changeMembers } from "../actions/change-members.ts";
import { InvalidUserGroup, newSubgroupErrors, NoSubgroupChanges, NotSubgroup } from "#modules/groups/core/errors.ts";
import { groupId, groupIds } from "#modules/platform/parameters/identifying-parameters.ts";

const ids = groupIds().default([]);

export const changeSubgroups = endpoint.write({
  route: "POST /user_groups/:user_group_id/subgroups",
  summary: "Update the subgroups of a user group",
  description:
    "Makes all changes, first `add`, then `delete`, or none. Adding requires the group's " +
    "`can_add_members_group`, removing its `can_remove_members_group`. Users who manage the group may do both.",
  access: "member",
  humansOnly: true,
  params: z.object({ user_group_id: groupId().describe("Id of the user group.") }),
  input: z.object({
    add: ids.describe("Ids of active groups that are not direct subgroups."),
    delete: ids.describe("Ids of direct subgroups."),
  }),
  response: z.object({}),
  errors: [NoSubgroupChanges, InvalidUserGroup, InsufficientPermission, ...newSubgroupErrors, NotSubgroup],
  async handler(ctx, { params, input: { add, delete: remove } }) {
    if (add.length + remove.length === 0) throw new NoSubgroupChanges();
    const changes = { add: [], delete: [], addSubgroups: add, deleteSubgroups: remove };
    await changeMembers(ctx, params.user_group_id, changes);
    return {};
  },
});
