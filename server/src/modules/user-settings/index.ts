import type { Module } from "#kernel/http/module.ts";
import type { RateLimitRules } from "#kernel/rate-limits/rules.ts";
import { changeNewcomerSettings } from "./api/change-newcomer-settings.ts";
import { changeOwn } from "./api/change-own.ts";
import { changeSettings } from "./api/change-settings.ts";
import { settingPresenter } from "./events.ts";
import { pruneEmailChanges } from "./jobs.ts";
import { settingSlices } from "./slices.ts";

/** What people set for themselves, and what the organization sets for newcomers. */
export const userSettingsModule = ({ rateLimits }: { readonly rateLimits: RateLimitRules }): Module => ({
  name: "user-settings",
  endpoints: [changeSettings(rateLimits), changeOwn, changeNewcomerSettings],
  slices: settingSlices,
  jobs: [pruneEmailChanges],
  presenters: { user_settings: settingPresenter },
});
