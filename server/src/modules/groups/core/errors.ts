import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

export const InvalidUserGroup = defineError({ text: "Invalid user group" });
export const UserGroupDeactivated = defineError({ text: "User group is deactivated." });

export const InvalidMember = defineError({
  text: ({ user_id }: { user_id: number }) => `Invalid user ID: ${user_id}`,
});
export const InvalidSubgroup = defineError({
  text: ({ user_group_id }: { user_group_id: number }) => `Invalid user group ID: ${user_group_id}`,
});

export const SystemGroupRequired = defineError({
  code: "SYSTEM_GROUP_REQUIRED",
  text: ({ setting_name }) => `'${setting_name}' must be a system user group.`,
  fields: z.object({ setting_name: z.string() }),
});
export const GroupNotAllowed = defineError({
  text: ({ setting_name, group_name }: { setting_name: string; group_name: string }) =>
    `'${setting_name}' setting cannot be set to '${group_name}' group.`,
});
export const ExpectationMismatch = defineError({
  code: "EXPECTATION_MISMATCH",
  text: "'old' value does not match the expected value.",
  fields: z.object({ field_name: z.string() }),
});

/** Errors in a setting whose value is a group. The documentation of each endpoint with such a parameter lists them. */
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
  text: ({ prefix }: { prefix: string }) => `User group name cannot start with '${prefix}'.`,
});
export const GroupNameInUse = defineError({
  text: ({ group_name }: { group_name: string }) => `User group '${group_name}' already exists.`,
});

/** Errors in the name of a group. */
export const groupNameErrors = [EmptyGroupName, GroupNameTooLong, ReservedGroupName, GroupNameInUse] as const;

export const NoNewGroupData = defineError({ text: "No new data supplied" });

export const NoMemberChanges = defineError({
  text: 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
});
export const NoSubgroupChanges = defineError({
  text: 'Nothing to do. Specify at least one of "add" or "delete".',
});

export const AlreadyMember = defineError({
  text: ({ user_id }: { user_id: number }) => `User ${user_id} is already a member of this group`,
});
export const NotMember = defineError({
  text: ({ user_id }: { user_id: number }) => `There is no member '${user_id}' in this user group`,
});
export const AlreadySubgroup = defineError({
  text: ({ user_group_id }: { user_group_id: number }) =>
    `User group ${user_group_id} is already a subgroup of this group.`,
});
export const NotSubgroup = defineError({
  text: ({ user_group_id }: { user_group_id: number }) =>
    `User group ${user_group_id} is not a subgroup of this group.`,
});
export const CircularSubgroups = defineError({
  text: ({ user_group_id }: { user_group_id: number }) =>
    `User group ${user_group_id} is already a subgroup of one of the passed subgroups.`,
});

/** Errors in the users and, in the second list, the subgroups to be added to a group. */
export const newMemberErrors = [InvalidMember, AlreadyMember] as const;
export const newSubgroupErrors = [InvalidSubgroup, UserGroupDeactivated, AlreadySubgroup, CircularSubgroups] as const;

/** A use of a group that prevents its deactivation. `settings` contains the names of settings in the API. */
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
