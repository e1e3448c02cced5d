import type { Module } from "@parlance/kernel/http/module.ts";
import { report } from "./api/report.ts";

/** What people tell moderators of messages. */
export const messageReportsModule: Module = {
  name: "message-reports",
  floor: "message-actions",
  endpoints: [report],
};
