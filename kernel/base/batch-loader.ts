interface PendingLoad<V> {
  readonly promise: Promise<V>;
  readonly resolve: (value: V | PromiseLike<V>) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of concurrent look-ups. More than one, so that a slow look-up does not hold up all others. */
const MAX_CONCURRENT_BATCHES = 2;

/**
 * Turns a look-up of many keys into a function that looks up a single key. Calls made in the same turn of the event
 * loop, and calls made while the maximum number of look-ups is in progress, share the next look-up, which has at most
 * `maxKeys` keys. Calls with the same key that share a look-up also share its promise.
 *
 * A look-up may return promises of some values, if these values can fail separately.
 */
export function createBatchLoader<K, V>(
  lookUp: (keys: readonly K[]) => Promise<readonly (V | PromiseLike<V>)[]>,
  maxKeys = 500,
): (key: K) => Promise<V> {
  const waiting = new Map<K, PendingLoad<V>>();
  let underWay = 0;
  let scheduled = false;

  function schedule() {
    if (scheduled || waiting.size === 0 || underWay >= MAX_CONCURRENT_BATCHES) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      underWay += 1;
      void answer(nextBatch()).finally(() => {
        underWay -= 1;
        schedule();
      });
      schedule();
    });
  }

  function nextBatch() {
    const batch: [K, PendingLoad<V>][] = [];
    for (const entry of waiting) {
      if (batch.push(entry) === maxKeys) break;
    }
    for (const [key] of batch) waiting.delete(key);
    return batch;
  }

  async function answer(batch: readonly [K, PendingLoad<V>][]) {
    try {
      const values = await lookUp(batch.map(([key]) => key));
      batch.forEach(([, { resolve }], index) => resolve(values[index] as V));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
  }

  return (key) => {
    const known = waiting.get(key);
    if (known) return known.promise;
    const pending = Promise.withResolvers<V>();
    waiting.set(key, pending);
    schedule();
    return pending.promise;
  };
}
