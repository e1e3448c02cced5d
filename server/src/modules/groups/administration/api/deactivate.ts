import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { deactivateGroup } from "../actions/deactivate-group.ts";
import { GroupInUse, InvalidUserGroup, UserGroupDeactivated } from "#modules/groups/core/errors.ts";
import { lockGroupToManage } from "#modules/groups/core/policy.ts";
import { groupId } from "#modules/platform/parameters/identifying-parameters.ts";

export const deactivate = endpoint.write({
  route: "POST /user_groups/:user_group_id/deactivate",
  summary: "Deactivate a user group",
  description:
    "Requires the group's `can_manage_group` or the organization's `can_manage_all_groups`. A group cannot be " +
    "deactivated while it is a subgroup or is used in a setting of the organization, a channel or a group; " +
    "`objections` in the error lists its uses.",
  access: "member",
  humansOnly: true,
  params: z.object({ user_group_id: groupId().describe("Id of the user group.") }),
  response: z.object({}),
  errors: [InvalidUserGroup, InsufficientPermission, UserGroupDeactivated, GroupInUse],
  async handler(ctx, { params }) {
    const group = await lockGroupToManage(ctx, params.user_group_id);
    await deactivateGroup(ctx.tx, group, { actorId: ctx.actor.id, now: ctx.now });
    return {};
  },
});
