import { z } from "zod";
import { UserGroup, UserGroupPermissions } from "../entities/user-group.ts";
import { EventId } from "./event-id.ts";

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
    .describe("What changed"),
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
  direct_subgroup_ids: z.array(z.int()).describe("The added ones"),
});

export const RemoveSubgroupsEvent = z.strictObject({
  id: EventId,
  type: z.literal("user_group"),
  op: z.literal("remove_subgroups"),
  group_id: z.int(),
  direct_subgroup_ids: z.array(z.int()).describe("The removed ones"),
});

/** The group was deactivated; only for clients without `include_deactivated_groups`. */
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
