import type { Module } from "@parlance/kernel/http/module.ts";
import { report } from "./api/report.ts";

/** Reports of messages to the organization's moderators. */
export const messageReportsModule: Module = {
  name: "message-reports",
  floor: "message-actions",
  endpoints: [report],
};
