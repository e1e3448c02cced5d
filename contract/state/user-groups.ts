import type { UserGroup } from "../nouns/user-groups.ts";
import type { EventOf } from "../events/index.ts";
import { ascending, difference, upsert, union } from "./list-operations.ts";
import { recomputeOwnPermissions } from "./own-permissions.ts";
import { updateField, mergeChanges } from "./set-fields.ts";
import type { Reducer } from "./state.ts";

export const user_group: Reducer<"user_group"> = (state, event) =>
  recomputeOwnPermissions(updateField(state, "realm_user_groups", (groups) => changeGroups(groups, event)));

function changeGroups(groups: UserGroup[], event: EventOf<"user_group">): UserGroup[] {
  if (event.op === "add") return upsert(groups, event.group, ({ id }) => id).sort((a, b) => ascending(a.id, b.id));
  if (event.op === "remove") return groups.filter(({ id }) => id !== event.group_id);
  return groups.map((group) => (group.id === event.group_id ? changeGroup(group, event) : group));
}

function changeGroup(group: UserGroup, event: Exclude<EventOf<"user_group">, { op: "add" | "remove" }>): UserGroup {
  const { members, direct_subgroup_ids } = group;
  switch (event.op) {
    case "update":
      return mergeChanges(group, event.data);
    case "add_members":
      return { ...group, members: union(members, event.user_ids) };
    case "remove_members":
      return { ...group, members: difference(members, event.user_ids) };
    case "add_subgroups":
      return { ...group, direct_subgroup_ids: union(direct_subgroup_ids, event.direct_subgroup_ids) };
    case "remove_subgroups":
      return { ...group, direct_subgroup_ids: difference(direct_subgroup_ids, event.direct_subgroup_ids) };
  }
}
