import { z } from "zod";
import { defineError } from "#kernel/errors.ts";

export const InvalidUserGroup = defineError({ text: "Invalid user group" });
export const UserGroupDeactivated = defineError({ text: "User group is deactivated." });

export const InvalidMember = defineError({
  text: ({ user_id }) => `Invalid user ID: ${user_id}`,
  fields: z.object({ user_id: z.int() }),
});
export const InvalidSubgroup = defineError({
  text: ({ user_group_id }) => `Invalid user group ID: ${user_group_id}`,
  fields: z.object({ user_group_id: z.int() }),
});

export const SystemGroupRequired = defineError({
  code: "SYSTEM_GROUP_REQUIRED",
  text: ({ setting_name }) => `'${setting_name}' must be a system user group.`,
  fields: z.object({ setting_name: z.string() }),
});
export const GroupNotAllowed = defineError({
  text: ({ setting_name, group_name }) => `'${setting_name}' setting cannot be set to '${group_name}' group.`,
  fields: z.object({ setting_name: z.string(), group_name: z.string() }),
});
export const ExpectationMismatch = defineError({
  code: "EXPECTATION_MISMATCH",
  text: "'old' value does not match the expected value.",
  fields: z.object({ field_name: z.string() }),
});

/** What may be wrong with the value of a group setting; endpoints that take one list these. */
export const groupSettingErrors = [
  InvalidUserGroup,
  UserGroupDeactivated,
  InvalidMember,
  InvalidSubgroup,
  SystemGroupRequired,
  GroupNotAllowed,
] as const;

export const EmptyGroupName = defineError({ text: "User group name can't be empty!" });
export const GroupNameTooLong = defineError({ text: "User group name cannot exceed 100 characters." });
export const ReservedGroupName = defineError({
  text: ({ prefix }) => `User group name cannot start with '${prefix}'.`,
  fields: z.object({ prefix: z.string() }),
});
export const GroupNameInUse = defineError({
  text: ({ group_name }) => `User group '${group_name}' already exists.`,
  fields: z.object({ group_name: z.string() }),
});

/** What may be wrong with the name of a group. */
export const groupNameErrors = [EmptyGroupName, GroupNameTooLong, ReservedGroupName, GroupNameInUse] as const;

export const NoNewGroupData = defineError({ text: "No new data supplied" });

export const NoMemberChanges = defineError({
  text: 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
});
export const NoSubgroupChanges = defineError({
  text: 'Nothing to do. Specify at least one of "add" or "delete".',
});

export const AlreadyMember = defineError({
  text: ({ user_id }) => `User ${user_id} is already a member of this group`,
  fields: z.object({ user_id: z.int() }),
});
export const NotMember = defineError({
  text: ({ user_id }) => `There is no member '${user_id}' in this user group`,
  fields: z.object({ user_id: z.int() }),
});
export const AlreadySubgroup = defineError({
  text: ({ user_group_id }) => `User group ${user_group_id} is already a subgroup of this group.`,
  fields: z.object({ user_group_id: z.int() }),
});
export const NotSubgroup = defineError({
  text: ({ user_group_id }) => `User group ${user_group_id} is not a subgroup of this group.`,
  fields: z.object({ user_group_id: z.int() }),
});
export const CircularSubgroups = defineError({
  text: ({ user_group_id }) => `User group ${user_group_id} is already a subgroup of one of the passed subgroups.`,
  fields: z.object({ user_group_id: z.int() }),
});

/** What may be wrong with people or groups that are to join a group. */
export const newMemberErrors = [InvalidMember, AlreadyMember] as const;
export const newSubgroupErrors = [InvalidSubgroup, UserGroupDeactivated, AlreadySubgroup, CircularSubgroups] as const;

/** One use of a group. Settings are named as on the wire. */
const GroupUse = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("subgroup"), supergroup_ids: z.array(z.int()) }),
  z.strictObject({ type: z.literal("channel"), channel_id: z.int(), settings: z.array(z.string()) }),
  z.strictObject({ type: z.literal("user_group"), group_id: z.int(), settings: z.array(z.string()) }),
  z.strictObject({ type: z.literal("realm"), settings: z.array(z.string()) }),
]);
export type GroupUse = z.infer<typeof GroupUse>;

export const GroupInUse = defineError({
  code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
  text: "Cannot deactivate user group in use.",
  fields: z.object({ objections: z.array(GroupUse) }),
});
