import { z } from "zod";

/** An unnamed group: exactly these people and the members of these groups. */
export const UnnamedGroup = z.strictObject({
  direct_members: z.array(z.int()),
  direct_subgroups: z.array(z.int()),
});
export type UnnamedGroup = z.infer<typeof UnnamedGroup>;

/** Who holds a permission: the id of a user group, or an unnamed group. */
export const GroupSettingValue = z.union([z.int(), UnnamedGroup]);
export type GroupSettingValue = z.infer<typeof GroupSettingValue>;

/** What a group setting accepts, so that clients can offer the right choices. */
export const GroupPermissionSetting = z.strictObject({
  require_system_group: z.boolean(),
  allow_internet_group: z.boolean(),
  allow_nobody_group: z.boolean(),
  allow_everyone_group: z.boolean(),
  default_group_name: z.string(),
  default_for_system_groups: z.string().nullable(),
  allowed_system_groups: z.array(z.string()).describe("Names; empty means any"),
});
export type GroupPermissionSetting = z.infer<typeof GroupPermissionSetting>;
