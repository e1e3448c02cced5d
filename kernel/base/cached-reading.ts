import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./clock.ts";

/** Time for which a value is returned again, in milliseconds. */
const MAX_AGE_MS = 10_000;
/** Maximum time for which a caller waits for a value, in milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * Returns a function that reads a value at most every ten seconds, for metrics that need a query. It returns undefined
 * if the value cannot be read, or not in time: metrics must be available during an outage of the database, too.
 */
export function cacheReading<T>(clock: Pick<Clock, "elapsed">, read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { readonly value: T | undefined; readonly at: number } | undefined;
  let reading: Promise<T | undefined> | undefined;
  const readNow = async () => {
    const value = await read().catch(() => undefined);
    last = { value, at: clock.elapsed() };
    return value;
  };
  return async () => {
    if (last && clock.elapsed() - last.at < MAX_AGE_MS) return last.value;
    reading ??= readNow().finally(() => (reading = undefined));
    const timeout = new AbortController();
    const late = sleep(TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
    const value = await Promise.race([reading, late]);
    timeout.abort();
    return value;
  };
}
