// What changes while nobody sees the page is drawn when somebody comes back: once, not each time.
import type { Store } from "../client/stores/store.ts";

export type Subscribe = Store<unknown>["subscribe"];

const waiting = new Set<() => void>();

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") return;
  const all = Array.from(waiting);
  waiting.clear();
  for (const changed of all) changed();
});

/** What was made for each store: React subscribes anew to what is another function. */
const known = new WeakMap<Store<unknown>, Subscribe>();

/** Calls after a store has changed, while the page is seen; of all that changes meanwhile, once when it is seen again. */
export function whileSeen(store: Store<unknown>): Subscribe {
  const subscribe = known.get(store) ?? subscribeTo(store);
  known.set(store, subscribe);
  return subscribe;
}

const subscribeTo =
  (store: Store<unknown>): Subscribe =>
  (changed) => {
    const stop = store.subscribe(() => {
      if (document.visibilityState === "hidden") waiting.add(changed);
      else changed();
    });
    return () => {
      waiting.delete(changed);
      stop();
    };
  };
