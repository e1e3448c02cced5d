import type { Module } from "@parlance/kernel/http/module.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import type { GravatarSetting } from "./avatars/avatar-url.ts";
import { users } from "./snapshot/users-snapshot.ts";
import { userPresenter } from "./events.ts";
import { presencePresenter } from "./presence/presence-events.ts";
import { profiles } from "./snapshot/profiles-snapshot.ts";
import { settingPresenter } from "./settings/user-setting-events.ts";

/** Module for the data about users and the events about them. */
export const usersModule = (site: Site & GravatarSetting): Module => ({
  name: "users",
  floor: "foundation",
  tables: ["account", "presence_counter", "user_presence", "user_status"],
  endpoints: [],
  snapshotSections: [users, profiles],
  presenters: { realm_user: userPresenter(site), user_settings: settingPresenter, presence: presencePresenter },
});
