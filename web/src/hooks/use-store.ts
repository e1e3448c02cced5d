import { useCallback, useRef, useSyncExternalStore } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Store } from "../client/stores/store.ts";
import { useClient } from "./context/client-context.tsx";
import { type Subscribe, whileSeen } from "./while-seen.ts";

/** What a store holds, drawn anew when it changes and the page is seen. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(whileSeen(store), store.get);

/**
 * A part of what a store holds, drawn anew only when that part changes and the page is seen. The selector gives the same
 * object for the same contents, or says by `isSame` when two are.
 */
export const useSelected = <T, S>(store: Store<T>, select: (value: T) => S, isSame: Same<S> = Object.is): S =>
  usePart(whileSeen(store), store, select, isSame);

function usePart<T, S>(subscribe: Subscribe, store: Store<T>, select: (value: T) => S, isSame: Same<S>): S {
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

/** A part of what the organization and the person's own facts are: `useKnown((state) => state.realm_name)`. */
export const useKnown = <S>(select: (state: State) => S, isSame?: Same<S>): S =>
  useSelected(useClient().state, select, isSame);

/** The same for what is drawn where one sees it although one does not see the page, such as its title. */
export function useKnownUnseen<S>(select: (state: State) => S): S {
  const { state } = useClient();
  return usePart(state.subscribe, state, select, Object.is);
}
