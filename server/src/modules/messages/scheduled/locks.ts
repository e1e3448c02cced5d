import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const scheduledMessagesLock: LockKind = {
  name: "scheduled_messages",
  rows: ["scheduled_message"],
  each: "scheduled message",
  guards: "content, destination and time, and that it is not sent yet",
  acquiredBy: ["lockScheduled", "claim"],
  reason:
    "a change emits an event, and so locks the position next. The delivery locks them after the position, and skips those that are locked",
};
