import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, json, text } from "@parlance/kernel/http/params.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { changeGroup } from "../actions/change-group.ts";
import {
  ExpectationMismatch,
  GroupInUse,
  groupNameErrors,
  groupSettingErrors,
  NoNewGroupData,
} from "#modules/groups/core/errors.ts";
import { GroupSettingUpdate } from "#modules/groups/core/settings/group-setting-value.ts";
import { groupId } from "#modules/platform/parameters/identifying-parameters.ts";

const update = json(GroupSettingUpdate).optional();

export const change = endpoint.write({
  route: "PATCH /user_groups/:user_group_id",
  summary: "Update a user group",
  description:
    "Requires the group's `can_manage_group` or the organization's `can_manage_all_groups`. System groups " +
    "cannot be changed; deactivated groups can. Either every change is made or none. A group that is in use " +
    "cannot be deactivated; `objections` in the error lists its uses.",
  access: "member",
  humansOnly: true,
  params: z.object({ user_group_id: groupId().describe("Id of the user group.") }),
  input: z.object({
    name: text().optional().describe("At most 100 characters; unique in the organization, ignoring case."),
    description: text().optional().describe("New description."),
    deactivated: bool().optional().describe("True deactivates the group, false reactivates it."),
    can_add_members_group: update,
    can_join_group: update,
    can_leave_group: update,
    can_manage_group: update,
    can_mention_group: update,
    can_remove_members_group: update,
  }),
  response: z.object({}),
  errors: [
    NoNewGroupData,
    InsufficientPermission,
    ...groupNameErrors,
    ...groupSettingErrors,
    ExpectationMismatch,
    GroupInUse,
  ],
  async handler(ctx, { params, input }) {
    if (Object.values(input).every((value) => value === undefined)) throw new NoNewGroupData();
    const { name, description, deactivated, ...settings } = input;
    await changeGroup(ctx, params.user_group_id, { name, description, deactivated, settings });
    return {};
  },
});
