interface PendingLoad<K, V> {
  readonly key: K;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of concurrent look-ups. More than one, so that a slow look-up does not hold up all others. */
const MAX_CONCURRENT_BATCHES = 2;

/**
 * Turns a look-up of many keys into a function that looks up a single key. Calls made in the same turn of the event
 * loop, and calls made while the maximum number of look-ups is in progress, share the next look-up, which has at most
 * `maxKeys` keys.
 */
export function createBatchLoader<K, V>(
  lookUp: (keys: readonly K[]) => Promise<readonly V[]>,
  maxKeys = 500,
): (key: K) => Promise<V> {
  const waiting: PendingLoad<K, V>[] = [];
  let underWay = 0;
  let scheduled = false;

  function schedule() {
    if (scheduled || waiting.length === 0 || underWay >= MAX_CONCURRENT_BATCHES) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      underWay += 1;
      void answer(waiting.splice(0, maxKeys)).finally(() => {
        underWay -= 1;
        schedule();
      });
      schedule();
    });
  }

  async function answer(batch: readonly PendingLoad<K, V>[]) {
    try {
      const values = await lookUp(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => resolve(values[index] as V));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<V>();
    waiting.push({ key, resolve, reject });
    schedule();
    return promise;
  };
}
