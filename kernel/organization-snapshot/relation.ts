import type { RowKey } from "./snapshot-section.ts";

/** Returns the key of a row that is identified by two ids. */
export const pairKey = (left: number, right: number): string => `${left} ${right}`;

/** Returns the two ids in a key that `pairKey` created. */
export function parsePairKey(key: RowKey): readonly [left: number, right: number] {
  const [left, right] = String(key).split(" ").map(Number);
  if (left === undefined || right === undefined) throw new Error(`${key} names no pair`);
  return [left, right];
}

/** Splits keys created by `pairKey` into two columns for a query: the left ids and the right ids. */
export function pairColumns(keys: readonly RowKey[]): { readonly lefts: number[]; readonly rights: number[] } {
  const pairs = keys.map(parsePairKey);
  return { lefts: pairs.map(([left]) => left), rights: pairs.map(([, right]) => right) };
}

/**
 * A set of pairs of ids that can be looked up by either id. Each pair uses only a few bytes for each direction, so
 * there may be very many pairs.
 */
export class Relation {
  readonly #rightsOf = new Map<number, number[]>();
  readonly #leftsOf = new Map<number, number[]>();

  has(left: number, right: number): boolean {
    const rights = this.#rightsOf.get(left);
    return rights !== undefined && rights[indexOf(rights, right)] === right;
  }

  /** Returns the right ids that are paired with a left id, ascending. */
  rightsOf(left: number): readonly number[] {
    return this.#rightsOf.get(left) ?? [];
  }

  /** Returns the left ids that are paired with a right id, ascending. */
  leftsOf(right: number): readonly number[] {
    return this.#leftsOf.get(right) ?? [];
  }

  /** Returns all pairs, sorted by the left id and then the right id. */
  *pairs(): Iterable<readonly [left: number, right: number]> {
    for (const left of [...this.#rightsOf.keys()].sort((a, b) => a - b)) {
      for (const right of this.rightsOf(left)) yield [left, right];
    }
  }

  /** Adds a pair, unless it already exists. */
  add(left: number, right: number): void {
    if (insertId(this.#rightsOf, left, right)) insertId(this.#leftsOf, right, left);
  }

  /** Removes a pair. Returns false if it did not exist. */
  remove(left: number, right: number): boolean {
    return removeId(this.#rightsOf, left, right) && removeId(this.#leftsOf, right, left);
  }
}

/** Returns the index of an id in an ascending list, or the index at which to insert it. */
function indexOf(ids: readonly number[], id: number): number {
  const last = ids.at(-1);
  // Fast path: when pairs are loaded in order, each id is appended.
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
