import type { Module } from "#kernel/http/module.ts";
import { changeNewcomerSettings } from "./api/change-defaults.ts";
import { settingSlices } from "./slices.ts";

/** What people set for themselves, and what the organization sets for newcomers. */
export const userSettingsModule: Module = {
  name: "user-settings",
  endpoints: [changeNewcomerSettings],
  slices: settingSlices,
};
