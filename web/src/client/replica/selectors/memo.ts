import type { State } from "@parlance/contract/state/index.ts";

/** A part of the state that a selector depends on: a field, or a function of the state. */
type Read = keyof State | ((state: State) => unknown);

/**
 * Creates a selector that is computed again only if one of the objects in `reads` was replaced. `reads` must include
 * everything that the selectors it calls depend on. Only the latest result is cached, because a page has one state.
 */
export function memo<R>(reads: readonly Read[], compute: (state: State) => R): (state: State) => R {
  let last: { readonly of: readonly unknown[]; readonly result: R } | null = null;
  return (state) => {
    const of = reads.map((read) => (typeof read === "function" ? read(state) : state[read]));
    if (last?.of.every((value, index) => Object.is(value, of[index]))) return last.result;
    last = { of, result: compute(state) };
    return last.result;
  };
}
