import type { Module } from "@parlance/kernel/http/module.ts";
import { explain } from "./api/explain.ts";
import { pruneOldNotifications } from "./jobs.ts";

/** Module that decides which users are notified of which messages. */
export const notificationsModule: Module = {
  name: "notices",
  section: "messages",
  floor: "notifications",
  tables: ["notice", "notice_progress"],
  endpoints: [explain],
  jobs: [pruneOldNotifications],
};
