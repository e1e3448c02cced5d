import type { AdvisoryLock } from "@parlance/kernel/db/lock-kind.ts";

export const attemptsLock: AdvisoryLock = {
  name: "attempts",
  advisory: 5,
  each: "counted subject",
  guards: "the number of attempts",
  acquiredBy: ["countAttempt"],
  reason: "most attempts concern an account",
};
