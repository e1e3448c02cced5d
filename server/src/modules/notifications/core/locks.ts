import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const noticeProgressLock: LockKind = {
  name: "notice_progress",
  rows: ["notice_progress"],
  each: "organization",
  guards: "notifications, and the last processed event: only one transaction at a time processes the log",
  acquiredBy: ["lockNotifications"],
  reason: "every transaction about notifications starts with it",
};
