import type { State } from "@parlance/contract/state/index.ts";

/**
 * A selector that computes anew only when one of the fields that it and those it calls read has become another object. It
 * remembers the last state alone: there is one replica in a page.
 */
export function memo<R>(fields: readonly (keyof State)[], compute: (state: State) => R): (state: State) => R {
  let last: { readonly of: readonly unknown[]; readonly result: R } | null = null;
  return (state) => {
    const of = fields.map((field) => state[field]);
    if (last?.of.every((value, index) => Object.is(value, of[index]))) return last.result;
    last = { of, result: compute(state) };
    return last.result;
  };
}
