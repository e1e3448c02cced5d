import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { ThrottledLog } from "./throttled-log.ts";
import type { DeliveryOutcome, AttemptResult } from "./provider.ts";

const MIN_RETRY_DELAY_MS = 200;
const MAX_RETRY_DELAY_MS = 4000;

interface RetryContext {
  readonly clock: Clock;
  readonly problemLog: ThrottledLog;
  /** Time of the clock's `elapsed` after which no further attempt is made. */
  readonly deadline: number;
}

/** Remaining time for a notification. */
export interface RemainingTime {
  readonly ms: number;
}

/**
 * Retries until there is an outcome, or until the deadline. The delays grow, and are at least as long as the service
 * requests.
 */
export async function retryUntilDeadline(
  attempt: (remaining: RemainingTime) => Promise<AttemptResult>,
  { clock, problemLog, deadline }: RetryContext,
): Promise<DeliveryOutcome> {
  for (let pause = MIN_RETRY_DELAY_MS; ; pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS)) {
    if (clock.elapsed() >= deadline) return "unavailable";
    const tried = await attempt({ ms: Math.ceil(deadline - clock.elapsed()) }).catch((err: unknown): AttemptResult => {
      problemLog.log("warn", "a push service could not be reached", { err });
      return { againAfterMs: undefined };
    });
    if ("outcome" in tried) return logOutcome(tried, problemLog);
    const wait = Math.max(pause, tried.againAfterMs ?? 0);
    if (clock.elapsed() + wait >= deadline) {
      problemLog.log("warn", "a push service did not accept a notification in time");
      return "unavailable";
    }
    await sleep(wait);
  }
}

function logOutcome(
  { outcome, reason = "" }: Extract<AttemptResult, { readonly outcome: DeliveryOutcome }>,
  complaints: ThrottledLog,
): DeliveryOutcome {
  if (outcome === "refused") complaints.log("warn", "a push service rejected a notification", { reason });
  if (outcome === "unauthorized") {
    complaints.log("error", "a push service does not accept this relay's key: no notifications are sent to it", {
      reason,
    });
  }
  return outcome;
}
