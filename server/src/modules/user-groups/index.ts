import type { Module } from "#kernel/http/module.ts";
import { userGroupsSlice } from "./slice.ts";

export const userGroupsModule: Module = {
  name: "user-groups",
  endpoints: [],
  slices: [userGroupsSlice],
};
