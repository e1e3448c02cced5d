import { setTimeout as sleepUnmocked } from "node:timers/promises";

/**
 * Timeout of `until`, in milliseconds. It is shorter than the test runner's timeout for a test, so that the failure
 * names the condition.
 */
const TIMEOUT_MS = 300_000;
const POLL_MS = 5;
/**
 * Time after which the condition is checked less often, and the interval from then on, in milliseconds. The longer
 * interval leaves more processor time to the work that the test waits for.
 */
const [LONG_MS, LONG_POLL_MS] = [2_000, 40];
// References to the original functions, which do not change when a test mocks timers.
const [sleep, elapsed] = [sleepUnmocked, process.hrtime.bigint.bind(process.hrtime)];

/**
 * Waits until a condition returns a value other than false, null and undefined, and returns that value. Throws shortly
 * before the test itself would time out.
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

/** Waits for a short time. For loops that catch errors and try again. */
export const waitBeforeRetry = (): Promise<void> => sleep(POLL_MS);
