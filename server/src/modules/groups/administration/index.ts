import type { Module } from "@parlance/kernel/http/module.ts";
import { changeMembersOf } from "./api/change-members.ts";
import { changeSubgroups } from "./api/change-subgroups.ts";
import { change } from "./api/change.ts";
import { create } from "./api/create.ts";
import { deactivate } from "./api/deactivate.ts";

/** What changes groups and who is in them, with all that people come to see or lose by it. */
export const groupAdministrationModule: Module = {
  name: "group-administration",
  section: "user-groups",
  floor: "administration",
  endpoints: [create, change, deactivate, changeMembersOf, changeSubgroups],
};
