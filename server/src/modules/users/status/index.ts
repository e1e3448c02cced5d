import { userStatusesNoun } from "@parlance/contract/nouns/user-statuses.ts";
import { together } from "#kernel/db/pipeline.ts";
import { slice, type Module } from "#kernel/http/module.ts";
import { usersInSight } from "#modules/users/core/visibility/user-visibility.ts";
import { changeOwn } from "./api/change-own.ts";
import { change } from "./api/change.ts";
import { show } from "./api/show.ts";
import { allStatuses } from "#modules/users/core/status/load-statuses.ts";

const statusSlice = slice(userStatusesNoun, "user_status", async (db, { directory, actor }) => {
  const [all, sight] = await together([allStatuses(db, directory), usersInSight(db, actor)]);
  const statuses = [...all].filter(([id]) => sight?.has(id) ?? true);
  return { user_status: Object.fromEntries(statuses) };
});

/** What people say of what they do. */
export const userStatusModule: Module = {
  name: "user-status",
  endpoints: [changeOwn, change, show],
  slices: [{ ...statusSlice, isForAccounts: true }],
};
