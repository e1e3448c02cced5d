import { useCallback, useRef, useSyncExternalStore } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Store } from "../replica/store.ts";
import { useClient } from "./client-context.tsx";

/** What a store holds, drawn anew when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);

/**
 * A part of what a store holds, drawn anew only when that part changes. The selector gives the same object for the same
 * contents, or says by `isSame` when two are.
 */
export function useSelected<T, S>(store: Store<T>, select: (value: T) => S, isSame: Same<S> = Object.is): S {
  const last = useRef<{ readonly value: S } | null>(null);
  const get = useCallback(() => {
    const value = select(store.get());
    if (last.current && isSame(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  }, [store, select, isSame]);
  return useSyncExternalStore(store.subscribe, get);
}

type Same<S> = (a: S, b: S) => boolean;

/** A part of what the organization and the person's own facts are: `useKnown((state) => state.realm_name)`. */
export const useKnown = <S>(select: (state: State) => S, isSame?: Same<S>): S =>
  useSelected(useClient().state, select, isSame);
