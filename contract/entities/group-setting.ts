import { z } from "zod";

/**
 * A group without a name that belongs to one permission. It consists of the listed users and the members of the listed
 * groups.
 */
export const UnnamedGroup = z.strictObject({
  direct_members: z.array(z.int()),
  direct_subgroups: z.array(z.int()),
});
export type UnnamedGroup = z.infer<typeof UnnamedGroup>;

/**
 * Value of a permission setting. The users who have the permission are given by the id of a user group, or by an
 * unnamed group.
 */
export const GroupSettingValue = z
  .union([z.int(), UnnamedGroup])
  .describe("Id of a user group, or an unnamed group of users and groups.");
export type GroupSettingValue = z.infer<typeof GroupSettingValue>;

/** Describes which values a permission setting accepts, so that clients can offer only valid values. */
export const GroupPermissionSetting = z.strictObject({
  require_system_group: z.boolean(),
  allow_internet_group: z.boolean(),
  allow_nobody_group: z.boolean(),
  allow_everyone_group: z.boolean(),
  default_group_name: z.string(),
  default_for_system_groups: z.string().nullable(),
  allowed_system_groups: z
    .array(z.string())
    .describe("Names of the system groups that the setting accepts; empty if it accepts every group."),
});
export type GroupPermissionSetting = z.infer<typeof GroupPermissionSetting>;
