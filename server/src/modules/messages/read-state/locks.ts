import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const messageFlagsLock: LockKind = {
  name: "marks",
  rows: ["message_flag", "unread_exception", "unread_exception_chunk"],
  each: "user and message, in ascending order",
  guards: "flags and unread state",
  acquiredBy: ["lockUserMessageRows"],
  reason: "marks belong to messages; a transaction that sets one locks the position next",
};
