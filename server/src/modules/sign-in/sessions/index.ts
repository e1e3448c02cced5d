import type { Module } from "@parlance/kernel/http/module.ts";
import { endOtherSessions } from "./api/end-other-sessions.ts";
import { endOwnSession } from "./api/end-session.ts";
import { listSessions } from "./api/list-sessions.ts";
import { sessions } from "./sessions-snapshot.ts";
import { pruneSessions } from "./jobs.ts";

export const sessionsModule: Module = {
  name: "sessions",
  section: "auth",
  floor: "sessions",
  tables: ["web_session"],
  endpoints: [listSessions, endOwnSession, endOtherSessions],
  snapshotSections: [sessions],
  jobs: [pruneSessions],
};
