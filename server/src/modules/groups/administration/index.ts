import type { Module } from "@parlance/kernel/http/module.ts";
import { changeMembersOf } from "./api/change-members.ts";
import { changeSubgroups } from "./api/change-subgroups.ts";
import { change } from "./api/change.ts";
import { create } from "./api/create.ts";
import { deactivate } from "./api/deactivate.ts";

/**
 * Endpoints that change groups and their members. They also send events about channels whose visibility changes as a
 * result.
 */
export const groupAdministrationModule: Module = {
  name: "group-administration",
  section: "user-groups",
  floor: "administration",
  endpoints: [create, change, deactivate, changeMembersOf, changeSubgroups],
};
