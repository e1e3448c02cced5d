import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const noticeProgressLock: LockKind = {
  name: "notice_progress",
  rows: ["notice_progress"],
  each: "organization",
  guards: "who is told of what, and how far its log was looked through for that: one transaction at a time goes on",
  acquiredBy: ["lockNotifications"],
  reason: "whatever is done about notices begins with it",
};
