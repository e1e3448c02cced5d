import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const scheduledMessagesLock: LockKind = {
  name: "scheduled_messages",
  rows: ["scheduled_message"],
  each: "message that waits for its time",
  guards: "what it says, where it goes and when, and that it waits",
  acquiredBy: ["lockScheduled", "claim"],
  reason:
    "whoever changes one tells clients, and so asks for the position next. The delivery takes them with the position in hand, and leaves out those that are locked",
};
