import { type ChangeObject, diffArrays } from "diff";

/** Items that replaced others: those of `before` from..to by those of `after` from..to, ends excluded. */
export interface Replacement {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
}

/** More differences than these are not told apart: to find them takes milliseconds, during which nothing else has its turn. */
const MAX_EDIT_DISTANCE = 200;

/**
 * What became of one sequence in another, in order: the fewest items go and come. Sequences that differ in more than `most`
 * items, or in very many, are one replacement but for how they begin and end.
 */
export function sequenceDiff(before: readonly number[], after: readonly number[], most = Infinity): Replacement[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  const ends = [before.length - same, after.length - same] as const;
  const [old, now] = [before.slice(start, ends[0]), after.slice(start, ends[1])];
  const changes = diffArrays(old, now, { maxEditLength: Math.min(most, MAX_EDIT_DISTANCE) });
  return changes ? replacementsIn(changes, start) : [{ before: [start, ends[0]], after: [start, ends[1]] }];
}

/** What goes and comes between items that stay. */
function replacementsIn(changes: readonly ChangeObject<number[]>[], start: number): Replacement[] {
  const found: Replacement[] = [];
  let [x, y] = [start, start];
  let [oldFrom, nowFrom] = [start, start];
  const close = () => {
    if (x > oldFrom || y > nowFrom) found.push({ before: [oldFrom, x], after: [nowFrom, y] });
  };
  for (const { added, removed, count } of changes) {
    const isKept = !added && !removed;
    if (isKept) close();
    if (!added) x += count;
    if (!removed) y += count;
    if (isKept) [oldFrom, nowFrom] = [x, y];
  }
  close();
  return found;
}
