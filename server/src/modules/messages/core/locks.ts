import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const messagesLock: LockKind = {
  name: "messages",
  rows: ["message"],
  each: "message, in ascending order",
  guards: "content and conversation, and that it exists",
  acquiredBy: [
    "lockMessage",
    "lockForMove",
    "lockMessagesToFlag",
    "lockMessageToDelete",
    "deleteTopicBatch",
    "deleteExpired",
    "lockLinkingMessages",
  ],
  reason: "the users whose read state depends on the message are locked first",
};
