import { type ChangeObject, diffArrays } from "diff";

/** A replacement of the items `before[from..to)` with the items `after[from..to)`. */
export interface Replacement {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
}

/** Maximum number of differences that are found individually. Finding more would block the event loop too long. */
const MAX_EDIT_DISTANCE = 200;

/**
 * Computes the smallest set of replacements that turns `before` into `after`, in order. If the sequences differ in more
 * than `limit` or `MAX_EDIT_DISTANCE` items, returns a single replacement of everything between their common start and
 * end.
 */
export function sequenceDiff(before: readonly number[], after: readonly number[], limit = Infinity): Replacement[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  const ends = [before.length - same, after.length - same] as const;
  const [old, now] = [before.slice(start, ends[0]), after.slice(start, ends[1])];
  const changes = diffArrays(old, now, { maxEditLength: Math.min(limit, MAX_EDIT_DISTANCE) });
  return changes ? replacementsIn(changes, start) : [{ before: [start, ends[0]], after: [start, ends[1]] }];
}

/** Converts a list of unchanged, added and removed runs to replacements. */
function replacementsIn(changes: readonly ChangeObject<number[]>[], start: number): Replacement[] {
  const found: Replacement[] = [];
  let [x, y] = [start, start];
  let [oldFrom, nowFrom] = [start, start];
  const close = () => {
    if (x > oldFrom || y > nowFrom) found.push({ before: [oldFrom, x], after: [nowFrom, y] });
  };
  for (const { added, removed, count } of changes) {
    const isUnchanged = !added && !removed;
    if (isUnchanged) close();
    if (!added) x += count;
    if (!removed) y += count;
    if (isUnchanged) [oldFrom, nowFrom] = [x, y];
  }
  close();
  return found;
}
