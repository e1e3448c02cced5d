import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@parlance/server/kernel/clock.ts";
import type { Complaints } from "./throttled-log.ts";
import type { Outcome, Try } from "./provider.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 4000;

interface Circumstances {
  readonly clock: Clock;
  readonly complaints: Complaints;
  /** By the clock's `elapsed`. */
  readonly deadline: number;
}

/** What is left of the time for a notice. */
export interface Remaining {
  readonly ms: number;
}

/** Tries until there is an outcome, with longer and longer pauses, or with those that the service asks for. */
export async function tryRepeatedly(
  attempt: (remaining: Remaining) => Promise<Try>,
  { clock, complaints, deadline }: Circumstances,
): Promise<Outcome> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (clock.elapsed() >= deadline) return "unavailable";
    const tried = await attempt({ ms: Math.ceil(deadline - clock.elapsed()) }).catch((err: unknown): Try => {
      complaints.say("warn", "a push service could not be reached", { err });
      return { againAfterMs: undefined };
    });
    if ("outcome" in tried) return said(tried, complaints);
    const wait = Math.max(pause, tried.againAfterMs ?? 0);
    if (clock.elapsed() + wait >= deadline) {
      complaints.say("warn", "a push service did not accept a notification in time");
      return "unavailable";
    }
    await sleep(wait);
  }
}

function said({ outcome, reason = "" }: Extract<Try, { readonly outcome: Outcome }>, complaints: Complaints): Outcome {
  if (outcome === "refused") complaints.say("warn", "a push service rejected a notification", { reason });
  if (outcome === "unauthorized") {
    complaints.say("error", "a push service does not accept this relay's key: no notifications are sent to it", {
      reason,
    });
  }
  return outcome;
}
