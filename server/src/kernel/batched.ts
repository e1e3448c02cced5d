interface Waiting<K, V> {
  readonly key: K;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns a look-up of many into a look-up of one: calls that come in the same turn of the event loop, and those that
 * come while a look-up is on its way, are answered together by the next one.
 */
export function batched<K, V>(
  lookUp: (keys: readonly K[]) => Promise<readonly V[]>,
  most = 500,
): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = [];
  let scheduled = false;

  async function run() {
    scheduled = false;
    const batch = waiting;
    waiting = [];
    for (let start = 0; start < batch.length; start += most) await answer(batch.slice(start, start + most));
  }

  async function answer(batch: readonly Waiting<K, V>[]) {
    try {
      const values = await lookUp(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => resolve(values[index] as V));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (key) =>
    new Promise<V>((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (scheduled) return;
      scheduled = true;
      setImmediate(() => void run());
    });
}
