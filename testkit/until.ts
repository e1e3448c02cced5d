import { setTimeout as sleepUnmocked } from "node:timers/promises";

/** Below the time that the test runner allows a test, so that its failure says what it waited for. */
const TIMEOUT_MS = 300_000;
const POLL_MS = 5;
/** After this time a condition is checked less often, which leaves the processor to the work that it waits for. */
const [LONG_MS, LONG_POLL_MS] = [2_000, 40];
// References, which tests that mock timers do not replace.
const [sleep, elapsed] = [sleepUnmocked, process.hrtime.bigint.bind(process.hrtime)];

/** Waits until a condition holds, and returns its value. It gives up only when the test is about to run out of time. */
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

/** Lets some time pass before the next try, for loops whose tries throw. */
export const waitBeforeRetry = (): Promise<void> => sleep(POLL_MS);
