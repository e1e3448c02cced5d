/** What is left of it is for the job: a stop waits five seconds for jobs. */
const MOMENT_MS = 2000;

const cuts = new WeakMap<AbortSignal, AbortSignal>();

/** Aborted a moment after a signal is. One signal has one, however often it is asked for. */
export function cutAfter(signal: AbortSignal): AbortSignal {
  const known = cuts.get(signal);
  if (known) return known;
  const cut = new AbortController();
  const begin = () => setTimeout(() => cut.abort(), MOMENT_MS).unref();
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  cuts.set(signal, cut.signal);
  return cut.signal;
}
