/**
 * Grace period for a relay's response, in milliseconds. A stopping server waits five seconds for its jobs, so some time
 * remains for the rest of the job.
 */
const GRACE_PERIOD_MS = 2000;

const delayedSignals = new WeakMap<AbortSignal, AbortSignal>();

/**
 * Returns a signal that is aborted after a grace period when another signal is aborted. Repeated calls with the same
 * signal return the same result.
 */
export function withGracePeriod(signal: AbortSignal): AbortSignal {
  const known = delayedSignals.get(signal);
  if (known) return known;
  const cut = new AbortController();
  const startTimer = () => setTimeout(() => cut.abort(), GRACE_PERIOD_MS).unref();
  if (signal.aborted) startTimer();
  else signal.addEventListener("abort", startTimer, { once: true });
  delayedSignals.set(signal, cut.signal);
  return cut.signal;
}
