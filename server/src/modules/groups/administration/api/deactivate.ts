import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { deactivateGroup } from "../actions/deactivate-group.ts";
import { GroupInUse, InvalidUserGroup, UserGroupDeactivated } from "#modules/groups/core/errors.ts";
import { lockGroupToManage } from "#modules/groups/core/policy.ts";

export const deactivate = endpoint.write({
  route: "POST /user_groups/:user_group_id/deactivate",
  summary: "Deactivate a user group",
  description:
    "Takes the group's `can_manage_group`, or the organization's `can_manage_all_groups`. A group that is within another " +
    "one, or in a setting of the organization, a channel or a group, is not deactivated: `objections` says where it is.",
  access: "member",
  humansOnly: true,
  params: z.object({ user_group_id: id() }),
  response: z.object({}),
  errors: [InvalidUserGroup, InsufficientPermission, UserGroupDeactivated, GroupInUse],
  async handler(ctx, { params }) {
    const group = await lockGroupToManage(ctx, params.user_group_id);
    await deactivateGroup(ctx.tx, group, { actorId: ctx.actor.id, now: ctx.now });
    return {};
  },
});
