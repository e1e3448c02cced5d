import { z } from "zod";
import { UserGroupPermissions } from "@parlance/contract/nouns/user-groups.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { createGroup } from "../actions/create-group.ts";
import {
  AlreadySubgroup,
  CircularSubgroups,
  groupNameErrors,
  groupSettingErrors,
} from "#modules/groups/core/errors.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";
import { groupIds, userIds } from "#modules/platform/parameters/identifying-parameters.ts";

export const create = endpoint.write({
  route: "POST /user_groups/create",
  summary: "Create a user group",
  description:
    "Requires the organization's `can_create_groups`. The caller manages the new group unless " +
    "`can_manage_group` is given. The caller is a member only if listed in `members`.",
  access: "member",
  limit: creationsLimit,
  humansOnly: true,
  input: z.object({
    name: text().describe("At most 100 characters; unique in the organization, ignoring case."),
    description: text().describe("Description of the group."),
    members: userIds().describe("Ids of active users."),
    subgroups: groupIds().default([]).describe("Ids of active groups."),
    ...UserGroupPermissions.partial().shape,
  }),
  response: z.object({ group_id: z.int() }),
  errors: [InsufficientPermission, ...groupNameErrors, ...groupSettingErrors, AlreadySubgroup, CircularSubgroups],
  async handler(ctx, { input }) {
    const { name, description, members, subgroups, ...settings } = input;
    return { group_id: await createGroup(ctx, { name, description, members, subgroups, settings }) };
  },
});
