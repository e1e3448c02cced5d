/** What is left of it is for the job: a stop waits five seconds for jobs. */
const GRACE_PERIOD_MS = 2000;

const delayedSignals = new WeakMap<AbortSignal, AbortSignal>();

/** Aborted a moment after a signal is. One signal has one, however often it is asked for. */
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
