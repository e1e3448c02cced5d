import type { AdvisoryLock } from "@parlance/kernel/db/lock-kind.ts";

export const attemptsLock: AdvisoryLock = {
  name: "attempts",
  advisory: 5,
  each: "subject that is counted",
  guards: "how often something was tried",
  acquiredBy: ["countAttempt"],
  reason: "what is counted mostly concerns an account",
};
