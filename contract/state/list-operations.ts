/**
 * Compares texts by their UTF-16 code units. Unlike the order of a locale, this yields the same result on every
 * machine.
 */
export const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export const ascending = (a: number, b: number) => a - b;

export const byName = (a: { name: string }, b: { name: string }) => compareText(a.name, b.name);

/** Replaces the item with the same key, or appends the item if there is none. */
export function upsert<T>(list: readonly T[], item: T, keyOf: (item: T) => unknown): T[] {
  const key = keyOf(item);
  const index = list.findIndex((other) => keyOf(other) === key);
  return index < 0 ? [...list, item] : list.with(index, item);
}

/** Returns the ids that are in at least one of the lists, sorted and without duplicates. */
export const union = (a: readonly number[], b: readonly number[]) => [...new Set([...a, ...b])].sort(ascending);

/** Returns the ids of the first list that are also in the second. */
export function intersection(a: readonly number[], b: readonly number[]): number[] {
  const others = new Set(b);
  return a.filter((id) => others.has(id));
}

/** Returns the ids of the first list that are not in the second. */
export function difference(a: readonly number[], b: readonly number[]): number[] {
  const gone = new Set(b);
  return a.filter((id) => !gone.has(id));
}
