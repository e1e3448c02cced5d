import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@parlance/server/kernel/clock.ts";
import type { Logger } from "@parlance/server/kernel/log.ts";
import type { Outcome, Try } from "./provider.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 4000;

interface Circumstances {
  readonly clock: Clock;
  readonly log: Logger;
  /** For the log: which service. */
  readonly service: string;
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
  { clock, log, service, deadline }: Circumstances,
): Promise<Outcome> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (clock.elapsed() >= deadline) return "unavailable";
    const tried = await attempt({ ms: Math.ceil(deadline - clock.elapsed()) }).catch((error: unknown): Try => {
      log.warn({ service, err: error }, "a push service could not be reached");
      return { againAfterMs: undefined };
    });
    if ("outcome" in tried) {
      const { outcome, reason } = tried;
      if (outcome === "refused") log.warn({ service, reason }, "a push service refused a notice");
      return outcome;
    }
    const wait = Math.max(pause, tried.againAfterMs ?? 0);
    if (clock.elapsed() + wait >= deadline) {
      log.warn({ service }, "a push service took a notice not in time");
      return "unavailable";
    }
    await sleep(wait);
  }
}
