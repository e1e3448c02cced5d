import type { State } from "@parlance/contract/state/index.ts";

/** What a selector reads of the state: a field, or what a function takes out of one. */
type Read = keyof State | ((state: State) => unknown);

/**
 * A selector that computes anew only when something that it and those it calls read has become another object. It remembers
 * the last state alone: there is one replica in a page.
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
