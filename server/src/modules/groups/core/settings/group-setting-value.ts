import { z } from "zod";
import { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";
import type { SystemGroups } from "../system-groups.ts";

// The contract declares this schema. It is marked here, because parameters with such a value list users and groups.
identifies(GroupSettingValue, "permission");

/** A change of a setting: the new value and, optionally, the value that it is expected to have now. */
export const GroupSettingUpdate = z
  .strictObject({ new: GroupSettingValue, old: GroupSettingValue.optional() })
  .describe("`new` is the new value. If `old` is given and is not the current value, the request fails.");
export type GroupSettingUpdate = z.infer<typeof GroupSettingUpdate>;

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Returns the canonical form of a value. A value that consists of a single group is that group's id, an empty value is
 * the id of `role:nobody`, and the lists in other values are sorted and contain no duplicates.
 */
export function canonicalGroupSettingValue(
  value: GroupSettingValue,
  { "role:nobody": nobodyGroupId }: SystemGroups,
): GroupSettingValue {
  if (typeof value === "number") return value;
  const direct_members = ascending(value.direct_members);
  const direct_subgroups = ascending(value.direct_subgroups);
  if (direct_members.length > 0) return { direct_members, direct_subgroups };
  const [only = nobodyGroupId, ...more] = direct_subgroups;
  return more.length > 0 ? { direct_members, direct_subgroups } : only;
}

/** True if two values in canonical form are the same. */
export const sameGroupSettingValue = (a: GroupSettingValue, b: GroupSettingValue): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
