import type { Store } from "./store.ts";

/** What several stores hold, together: the same list as long as they hold the same. */
export function combineStores<T>(stores: readonly Store<T>[]): Store<readonly T[]> {
  let last: readonly T[] | undefined;
  return {
    get() {
      const all = stores.map((one) => one.get());
      if (!last?.every((held, index) => Object.is(held, all[index]))) last = all;
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
