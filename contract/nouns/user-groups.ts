import { z } from "zod";
import { GroupSettingValue } from "../entities/group-setting.ts";
import { UnixSeconds } from "../entities/scalars.ts";
import { EventId, noun } from "./noun.ts";

/** The permissions of a user group. */
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
  is_system_group: z.boolean().describe("Whether the server maintains the group, such as `role:members`."),
  members: z.array(z.int()).describe("Ids of direct members, sorted, deactivated users excluded."),
  direct_subgroup_ids: z.array(z.int()).describe("Sorted."),
  deactivated: z.boolean(),
  ...UserGroupPermissions.shape,
});
export type UserGroup = z.infer<typeof UserGroup>;

export const AddUserGroupEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_group"),
  op: z.literal("add"),
  group: UserGroup,
});

export const UpdateUserGroupEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_group"),
  op: z.literal("update"),
  group_id: z.int(),
  data: z
    .strictObject({
      ...UserGroupPermissions.shape,
      name: z.string(),
      description: z.string(),
      deactivated: z.boolean(),
    })
    .partial()
    .describe("Fields that changed."),
});

export const AddGroupMembersEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_group"),
  op: z.literal("add_members"),
  group_id: z.int(),
  user_ids: z.array(z.int()),
});

export const RemoveGroupMembersEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_group"),
  op: z.literal("remove_members"),
  group_id: z.int(),
  user_ids: z.array(z.int()),
});

export const AddSubgroupsEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_group"),
  op: z.literal("add_subgroups"),
  group_id: z.int(),
  direct_subgroup_ids: z.array(z.int()).describe("Ids of the added subgroups."),
});

export const RemoveSubgroupsEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_group"),
  op: z.literal("remove_subgroups"),
  group_id: z.int(),
  direct_subgroup_ids: z.array(z.int()).describe("Ids of the removed subgroups."),
});

/** A user group was deactivated. Not sent to clients with the capability `include_deactivated_groups`. */
export const RemoveUserGroupEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_group"),
  op: z.literal("remove"),
  group_id: z.int(),
});

export const UserGroupEvent = z.discriminatedUnion("op", [
  AddUserGroupEvent,
  UpdateUserGroupEvent,
  AddGroupMembersEvent,
  RemoveGroupMembersEvent,
  AddSubgroupsEvent,
  RemoveSubgroupsEvent,
  RemoveUserGroupEvent,
]);

export const userGroupsNoun = noun({
  events: [UserGroupEvent],
  snapshot: { realm_user_groups: { realm_user_groups: z.array(UserGroup).describe("Sorted by id.") } },
});
