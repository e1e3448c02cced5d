import type { Module } from "@parlance/kernel/http/module.ts";
import { explain } from "./api/explain.ts";
import { pruneOldNotifications } from "./jobs.ts";

/** Who is told of what. */
export const notificationsModule: Module = {
  name: "notices",
  section: "messages",
  floor: "notifications",
  tables: ["notice", "notice_progress"],
  endpoints: [explain],
  jobs: [pruneOldNotifications],
};
