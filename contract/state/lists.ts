/** Order of code units: the same on every machine, as a locale's is not. */
export const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export const ascending = (a: number, b: number) => a - b;

export const byName = (a: { name: string }, b: { name: string }) => compareText(a.name, b.name);

/** Replaces the item with its key, or adds it at the end. */
export function put<T>(list: readonly T[], item: T, keyOf: (item: T) => unknown): T[] {
  const key = keyOf(item);
  const index = list.findIndex((other) => keyOf(other) === key);
  return index < 0 ? [...list, item] : list.with(index, item);
}

/** Ids of both, each once, ascending. */
export const union = (a: readonly number[], b: readonly number[]) => [...new Set([...a, ...b])].sort(ascending);

/** Ids of the first that are in the second as well. */
export function overlap(a: readonly number[], b: readonly number[]): number[] {
  const others = new Set(b);
  return a.filter((id) => others.has(id));
}

/** Ids of the first that are not in the second. */
export function minus(a: readonly number[], b: readonly number[]): number[] {
  const gone = new Set(b);
  return a.filter((id) => !gone.has(id));
}
