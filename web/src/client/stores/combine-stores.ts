import type { Store } from "./store.ts";

/**
 * Creates a store that contains the list of the values of several stores. The list is the same object until one of the
 * values changes.
 */
export function combineStores<T>(stores: readonly Store<T>[]): Store<readonly T[]> {
  let last: readonly T[] | undefined;
  return {
    get() {
      const all = stores.map((one) => one.get());
      if (!last?.every((value, index) => Object.is(value, all[index]))) last = all;
      return last;
    },
    subscribe(changed) {
      const stops = stores.map((one) => one.subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
