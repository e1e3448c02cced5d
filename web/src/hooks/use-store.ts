import { useCallback, useRef, useSyncExternalStore } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Store } from "../client/stores/store.ts";
import { useClient } from "./context/client-context.tsx";

// Makes React components follow stores. While the page is hidden, nothing is rendered; all changes are rendered
// together when the page becomes visible.
type Subscribe = Store<unknown>["subscribe"];

const pendingCallbacks = new Set<() => void>();

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") return;
  const all = Array.from(pendingCallbacks);
  pendingCallbacks.clear();
  for (const changed of all) changed();
});

/**
 * The subscribe function of each store. It is cached because React subscribes again whenever it gets another function.
 */
const subscribeByStore = new WeakMap<Store<unknown>, Subscribe>();

/**
 * Returns a subscribe function for a store. It calls the listener after each change while the page is visible. Changes
 * while the page is hidden result in a single call when the page becomes visible.
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

/** Returns the value of a store, and renders the component again when the value changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(subscribeWhileVisible(store), store.get);

/**
 * Returns a part of a store's value, and renders the component again only when this part changes. `select` must return
 * the same object as long as the content is the same, or `isSame` must compare the contents of two results.
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

/**
 * Returns a part of the client's state, and renders the component again even while the page is hidden. Needed for what
 * is visible then, such as the page title.
 */
export function useClientStateWhileHidden<S>(select: (state: State) => S): S {
  const { state } = useClient();
  return useSelection(state.subscribe, state, select, Object.is);
}
