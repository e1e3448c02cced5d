import { z } from "zod";

/** An unnamed group: the listed users, and the members of the listed groups. */
export const UnnamedGroup = z.strictObject({
  direct_members: z.array(z.int()),
  direct_subgroups: z.array(z.int()),
});
export type UnnamedGroup = z.infer<typeof UnnamedGroup>;

/** The users who have a permission: the id of a user group, or an unnamed group. */
export const GroupSettingValue = z
  .union([z.int(), UnnamedGroup])
  .describe("Id of a user group, or an unnamed group of users and groups.");
export type GroupSettingValue = z.infer<typeof GroupSettingValue>;

/** The values that a permission setting accepts, so that clients can offer valid choices. */
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
