import type { RowKey } from "./snapshot-section.ts";

/** A key of a row that is named by two ids. */
export const pairKey = (left: number, right: number): string => `${left} ${right}`;

/** The two ids of such a key. */
export function parsePairKey(key: RowKey): readonly [left: number, right: number] {
  const [left, right] = String(key).split(" ").map(Number);
  if (left === undefined || right === undefined) throw new Error(`${key} names no pair`);
  return [left, right];
}

/** The left ids and the right ids of some keys, as a query takes them. */
export function pairColumns(keys: readonly RowKey[]): { readonly lefts: number[]; readonly rights: number[] } {
  const pairs = keys.map(parsePairKey);
  return { lefts: pairs.map(([left]) => left), rights: pairs.map(([, right]) => right) };
}

/** Pairs of ids, found from either side. A pair takes a few bytes on each, so there may be very many. */
export class Relation {
  readonly #rightsOf = new Map<number, number[]>();
  readonly #leftsOf = new Map<number, number[]>();

  has(left: number, right: number): boolean {
    const rights = this.#rightsOf.get(left);
    return rights !== undefined && rights[indexOf(rights, right)] === right;
  }

  /** What is paired with an id on the left, ascending. */
  rightsOf(left: number): readonly number[] {
    return this.#rightsOf.get(left) ?? [];
  }

  /** What is paired with an id on the right, ascending. */
  leftsOf(right: number): readonly number[] {
    return this.#leftsOf.get(right) ?? [];
  }

  /** All pairs, by the left and then the right. */
  *pairs(): Iterable<readonly [left: number, right: number]> {
    for (const left of [...this.#rightsOf.keys()].sort((a, b) => a - b)) {
      for (const right of this.rightsOf(left)) yield [left, right];
    }
  }

  /** Adds a pair, unless it is there. */
  add(left: number, right: number): void {
    if (insertId(this.#rightsOf, left, right)) insertId(this.#leftsOf, right, left);
  }

  /** Takes a pair out. False where there was none. */
  remove(left: number, right: number): boolean {
    return removeId(this.#rightsOf, left, right) && removeId(this.#leftsOf, right, left);
  }
}

/** Where an id stands in a list that ascends, or would stand. */
function indexOf(ids: readonly number[], id: number): number {
  const last = ids.at(-1);
  // What is loaded in order is only ever appended.
  if (last === undefined || last < id) return ids.length;
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insertId(lists: Map<number, number[]>, side: number, id: number): boolean {
  const ids = lists.get(side);
  if (!ids) {
    lists.set(side, [id]);
    return true;
  }
  const index = indexOf(ids, id);
  if (ids[index] === id) return false;
  if (index === ids.length) ids.push(id);
  else ids.splice(index, 0, id);
  return true;
}

function removeId(lists: Map<number, number[]>, side: number, id: number): boolean {
  const ids = lists.get(side);
  if (!ids) return false;
  const index = indexOf(ids, id);
  if (ids[index] !== id) return false;
  if (ids.length === 1) lists.delete(side);
  else ids.splice(index, 1);
  return true;
}
