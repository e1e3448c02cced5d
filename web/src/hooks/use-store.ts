import { useCallback, useRef, useSyncExternalStore } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Store } from "../client/stores/store.ts";
import { useClient } from "./context/client-context.tsx";

// What changes while nobody sees the page is drawn when somebody comes back: once, not each time.
type Subscribe = Store<unknown>["subscribe"];

const pendingCallbacks = new Set<() => void>();

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") return;
  const all = Array.from(pendingCallbacks);
  pendingCallbacks.clear();
  for (const changed of all) changed();
});

/** What was made for each store: React subscribes anew to what is another function. */
const subscribeByStore = new WeakMap<Store<unknown>, Subscribe>();

/** Calls after a store has changed, while the page is seen; of all that changes meanwhile, once when it is seen again. */
function subscribeWhileVisible(store: Store<unknown>): Subscribe {
  const subscribe = subscribeByStore.get(store) ?? subscribeTo(store);
  subscribeByStore.set(store, subscribe);
  return subscribe;
}

const subscribeTo =
  (store: Store<unknown>): Subscribe =>
  (changed) => {
    const stop = store.subscribe(() => {
      if (document.visibilityState === "hidden") pendingCallbacks.add(changed);
      else changed();
    });
    return () => {
      pendingCallbacks.delete(changed);
      stop();
    };
  };

/** What a store holds, drawn anew when it changes and the page is seen. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(subscribeWhileVisible(store), store.get);

/**
 * A part of what a store holds, drawn anew only when that part changes and the page is seen. The selector gives the same
 * object for the same contents, or says by `isSame` when two are.
 */
export const useSelected = <T, S>(store: Store<T>, select: (value: T) => S, isSame: Same<S> = Object.is): S =>
  useSelection(subscribeWhileVisible(store), store, select, isSame);

function useSelection<T, S>(subscribe: Subscribe, store: Store<T>, select: (value: T) => S, isSame: Same<S>): S {
  const last = useRef<{ readonly value: S } | null>(null);
  const get = useCallback(() => {
    const value = select(store.get());
    if (last.current && isSame(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  }, [store, select, isSame]);
  return useSyncExternalStore(subscribe, get);
}

type Same<S> = (a: S, b: S) => boolean;

/** A part of what the organization and the person's own facts are: `useClientState((state) => state.realm_name)`. */
export const useClientState = <S>(select: (state: State) => S, isSame?: Same<S>): S =>
  useSelected(useClient().state, select, isSame);

/** The same for what is drawn where one sees it although one does not see the page, such as its title. */
export function useClientStateWhileHidden<S>(select: (state: State) => S): S {
  const { state } = useClient();
  return useSelection(state.subscribe, state, select, Object.is);
}
