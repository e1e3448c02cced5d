import { userStatusesNoun } from "@parlance/contract/nouns/user-statuses.ts";
import { pipelined } from "@parlance/kernel/db/pipeline.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import { changeOwn } from "./api/change-own.ts";
import { change } from "./api/change.ts";
import { show } from "./api/show.ts";
import { loadRealmStatuses } from "#modules/users/core/status/load-statuses.ts";

const statusSlice = defineSlice(userStatusesNoun, "user_status", async (db, { snapshot, actor }) => {
  const [all, visible] = await pipelined([loadRealmStatuses(db, snapshot), visibleUserIds(db, actor)]);
  const statuses = [...all].filter(([id]) => visible?.has(id) ?? true);
  return { user_status: Object.fromEntries(statuses) };
});

/** Module for the statuses that users set. */
export const userStatusModule: Module = {
  name: "user-status",
  floor: "profiles",
  endpoints: [changeOwn, change, show],
  slices: [{ ...statusSlice, isForAccounts: true }],
};
