import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const messagesLock: LockKind = {
  name: "messages",
  rows: ["message"],
  each: "message, in ascending order",
  guards: "text and place, and that it is there",
  acquiredBy: [
    "lockMessage",
    "lockForMove",
    "lockMessagesToFlag",
    "lockMessageToDelete",
    "deleteTopicBatch",
    "deleteExpired",
    "lockLinkingMessages",
  ],
  reason: "whose read state follows from the message is locked first",
};
