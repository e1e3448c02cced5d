import { useCallback, useRef, useSyncExternalStore } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Store } from "../client/stores/store.ts";
import { useClient } from "./context/client-context.tsx";

// Changes while the page is hidden are rendered once, when it is visible again.
type Subscribe = Store<unknown>["subscribe"];

const pendingCallbacks = new Set<() => void>();

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") return;
  const all = Array.from(pendingCallbacks);
  pendingCallbacks.clear();
  for (const changed of all) changed();
});

/** Subscribe functions by store: React subscribes again whenever the function changes. */
const subscribeByStore = new WeakMap<Store<unknown>, Subscribe>();

/**
 * Subscribes to a store while the page is visible. Changes while it is hidden cause one call when it is visible again.
 */
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

/** Returns a store's value, and rerenders when it changes while the page is visible. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(subscribeWhileVisible(store), store.get);

/**
 * Returns a part of a store's value, and rerenders only when that part changes while the page is visible. The selector
 * must return the same object for the same content, or `isSame` must compare two results.
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

/** Returns a part of the client's state: `useClientState((state) => state.realm_name)`. */
export const useClientState = <S>(select: (state: State) => S, isSame?: Same<S>): S =>
  useSelected(useClient().state, select, isSame);

/** The same for content that is visible even while the page is hidden, such as its title. */
export function useClientStateWhileHidden<S>(select: (state: State) => S): S {
  const { state } = useClient();
  return useSelection(state.subscribe, state, select, Object.is);
}
