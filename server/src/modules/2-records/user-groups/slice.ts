import { userGroupsNoun } from "@parlance/contract/nouns/user-groups.ts";
import { slice } from "#kernel/http/module.ts";
import { presentUserGroups } from "./presentation.ts";
import { namedGroups } from "./queries.ts";

/** The groups of the organization; deactivated ones only for clients that can tell them apart. */
export const userGroupsSlice = slice(userGroupsNoun, "realm_user_groups", async (db, { realm, capabilities }) => {
  const rows = await namedGroups(db, realm.id, {
    deactivatedToo: capabilities["include_deactivated_groups"] === true,
  });
  return { realm_user_groups: await presentUserGroups(db, realm.id, rows) };
});
