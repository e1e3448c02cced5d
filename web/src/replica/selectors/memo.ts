import type { State } from "@parlance/contract/state/index.ts";

/**
 * A selector that computes anew only when one of the fields it reads has become another object. Of the last state alone: there
 * is one replica in a page.
 */
export function memo<const Fields extends readonly (keyof State)[], R>(
  fields: Fields,
  compute: (state: Pick<State, Fields[number]>) => R,
): (state: State) => R {
  let last: { readonly of: readonly unknown[]; readonly result: R } | null = null;
  return (state) => {
    const of = fields.map((field) => state[field]);
    if (last?.of.every((value, index) => Object.is(value, of[index]))) return last.result;
    last = { of, result: compute(state) };
    return last.result;
  };
}
