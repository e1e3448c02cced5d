import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const messageFlagsLock: LockKind = {
  name: "marks",
  rows: ["message_flag", "unread_exception", "unread_exception_chunk"],
  each: "mark of somebody at a message, in ascending order",
  guards: "flags, and what is unread",
  acquiredBy: ["lockUserMessageRows"],
  reason: "marks are of messages; whoever marks asks for the position next",
};
