import { type UserGroup, userGroupsNoun } from "@parlance/contract/nouns/user-groups.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { JsonPart } from "#kernel/http/json-response.ts";
import { slice } from "#kernel/http/module.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groupMembers, groups, storedSettings } from "./groups-snapshot.ts";
import { presentUserGroupIn } from "./presentation.ts";

/** The groups of the organization; deactivated ones only for clients that can tell them apart. */
export const userGroupsSlice = slice(userGroupsNoun, "realm_user_groups", async (_db, { directory, capabilities }) => {
  const deactivatedToo = capabilities["include_deactivated_groups"] === true;
  const parts = [groups, groupMembers, storedSettings, people];
  const text = directory.keptText(`groups ${deactivatedToo}`, parts, () => groupsAsJson(directory, deactivatedToo));
  return { realm_user_groups: new JsonPart<UserGroup[]>([text]) };
});

function groupsAsJson(directory: Directory, deactivatedToo: boolean): string {
  const named = [...directory.of(groups).all()].filter(
    ({ name, is_deactivated: isDeactivated }) => name !== null && (deactivatedToo || !isDeactivated),
  );
  const presented = named.sort((a, b) => a.id - b.id).map((group) => presentUserGroupIn(directory, group));
  return JSON.stringify(presented);
}
