/** Grace period, in milliseconds. A stop waits five seconds for jobs; the rest of that is left to the job. */
const GRACE_PERIOD_MS = 2000;

const delayedSignals = new WeakMap<AbortSignal, AbortSignal>();

/** Returns a signal that is aborted shortly after another one. Repeated calls for a signal return the same one. */
export function withGracePeriod(signal: AbortSignal): AbortSignal {
  const known = delayedSignals.get(signal);
  if (known) return known;
  const cut = new AbortController();
  const begin = () => setTimeout(() => cut.abort(), GRACE_PERIOD_MS).unref();
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  delayedSignals.set(signal, cut.signal);
  return cut.signal;
}
