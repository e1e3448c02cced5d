import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const emailsLock: LockKind = {
  name: "letters",
  rows: ["mail"],
  each: "letter",
  guards: "that two do not try to send it at once",
  acquiredBy: ["retryEmails", "discardEmails"],
  reason: "who deactivates an organization throws away what it has not sent before anything else",
};
