import { z } from "zod";
import { GroupSettingValue } from "./group-setting.ts";
import { UnixSeconds } from "./scalars.ts";

/** Who may do what with a user group. */
export const UserGroupPermissions = z.strictObject({
  can_add_members_group: GroupSettingValue,
  can_join_group: GroupSettingValue,
  can_leave_group: GroupSettingValue,
  can_manage_group: GroupSettingValue,
  can_mention_group: GroupSettingValue,
  can_remove_members_group: GroupSettingValue,
});
export type UserGroupPermissions = z.infer<typeof UserGroupPermissions>;

export const UserGroup = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  creator_id: z.int().nullable(),
  date_created: UnixSeconds.nullable(),
  is_system_group: z.boolean().describe("Kept by the server, such as `role:members`"),
  members: z.array(z.int()).describe("Direct members that are not deactivated, ascending"),
  direct_subgroup_ids: z.array(z.int()).describe("Ascending"),
  deactivated: z.boolean(),
  ...UserGroupPermissions.shape,
});
export type UserGroup = z.infer<typeof UserGroup>;
