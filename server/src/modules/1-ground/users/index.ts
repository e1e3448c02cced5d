import type { Module } from "#kernel/http/module.ts";
import { userPresenter } from "./events.ts";
import { settingPresenter } from "./setting-events.ts";

/** What is known of people, and how others are told of it. `url`: where the server is reached. */
export const usersModule = ({ url }: { readonly url: string }): Module => ({
  name: "users",
  endpoints: [],
  presenters: { realm_user: userPresenter({ url }), user_settings: settingPresenter },
});
