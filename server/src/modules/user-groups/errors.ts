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
