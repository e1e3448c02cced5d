import { setTimeout as sleepUnmocked } from "node:timers/promises";

/** Shorter than the test runner's timeout for a test, so that the failure states the condition. */
const TIMEOUT_MS = 300_000;
const POLL_MS = 5;
/**
 * Time after which the condition is checked less often, and the interval from then on. This leaves the processor to the
 * work being waited for.
 */
const [LONG_MS, LONG_POLL_MS] = [2_000, 40];
// References, which are unaffected by tests that mock timers.
const [sleep, elapsed] = [sleepUnmocked, process.hrtime.bigint.bind(process.hrtime)];

/**
 * Waits until a condition is true, and returns its value. It only gives up shortly before the test itself would time
 * out.
 */
export async function until<T>(condition: () => T | Promise<T>): Promise<Exclude<T, false | null | undefined>> {
  const start = elapsed();
  const waitedMs = () => Number(elapsed() - start) / 1e6;
  for (;;) {
    const value = await condition();
    if (value !== false && value !== null && value !== undefined) return value as Exclude<T, false | null | undefined>;
    if (waitedMs() > TIMEOUT_MS) throw new Error(`still not so after ${TIMEOUT_MS / 1000} s: ${condition.toString()}`);
    await sleep(waitedMs() > LONG_MS ? LONG_POLL_MS : POLL_MS);
  }
}

/** Waits briefly before the next attempt, for loops whose attempts throw. */
export const waitBeforeRetry = (): Promise<void> => sleep(POLL_MS);
