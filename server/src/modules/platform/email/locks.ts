import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";

export const emailsLock: LockKind = {
  name: "emails",
  rows: ["mail"],
  each: "email",
  guards: "that only one transaction tries to send it",
  acquiredBy: ["retryEmails", "discardEmails"],
  reason: "the deactivation of an organization first discards its unsent emails",
};
