import type { Pausable } from "#kernel/slices.ts";

/** Items that took the place of others: those of `before` from..to by those of `after` from..to, ends excluded. */
export interface Replacement {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
}

/** More differences than these are not told apart, which bounds time and memory whatever the lengths. */
const MOST_EDITS = 1500;

/**
 * What became of one sequence in another, in order: the fewest items go and come (Myers' greedy algorithm). Sequences
 * that have little in common, or differ in more than `most` items, are one replacement but for how they begin and end.
 */
export function* sequenceDiff(
  before: readonly number[],
  after: readonly number[],
  most = Infinity,
): Pausable<Replacement[]> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  const ends = [before.length - same, after.length - same] as const;
  if (start === ends[0] && start === ends[1]) return [];
  const [old, now] = [before.slice(start, ends[0]), after.slice(start, ends[1])];
  const kept = yield* keptBetween(old, now, Math.min(most, MOST_EDITS));
  return gaps([...(kept ?? []).map(([x, y]) => [x + start, y + start] as const), ends], start);
}

type Pair = readonly [x: number, y: number];

/** What lies between items that stayed; the last pair is the end. */
function gaps(kept: readonly Pair[], start: number): Replacement[] {
  const found: Replacement[] = [];
  let [x, y] = [start, start];
  for (const [keptX, keptY] of kept) {
    if (keptX > x || keptY > y) found.push({ before: [x, keptX], after: [y, keptY] });
    [x, y] = [keptX + 1, keptY + 1];
  }
  return found;
}

/** The items that stay, by their places in both; null where too much differs. */
function* keptBetween(before: readonly number[], after: readonly number[], most: number): Pausable<Pair[] | null> {
  // How far one comes on each diagonal (x - y) with so many edits.
  const rounds: Int32Array[] = [];
  let reached = new Int32Array(3);
  for (let edits = 0; edits <= Math.min(most, before.length + after.length); edits += 1) {
    const next = new Int32Array(2 * edits + 3);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = edits === 0 ? 0 : furthest(reached, edits - 1, diagonal);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      next[diagonal + edits + 1] = x;
      if (x === before.length && x - diagonal === after.length) return trace(rounds, before.length, after.length);
    }
    rounds.push(next);
    reached = next;
    yield;
  }
  return null;
}

/** Where one comes on a diagonal with one edit more: an item goes (from the diagonal below), or else one comes. */
function furthest(reached: Int32Array, edits: number, diagonal: number): number {
  return Math.max(at(reached, edits, diagonal + 1), at(reached, edits, diagonal - 1) + 1);
}

const at = (reached: Int32Array, edits: number, diagonal: number): number =>
  Math.abs(diagonal) > edits ? -1 : (reached[diagonal + edits + 1] ?? -1);

/** Goes the way back that led to the end. */
function trace(rounds: readonly Int32Array[], endX: number, endY: number): Pair[] {
  const kept: Pair[] = [];
  let [x, y] = [endX, endY];
  for (let edits = rounds.length; edits > 0; edits -= 1) {
    const reached = rounds[edits - 1] as Int32Array;
    const diagonal = x - y;
    const start = furthest(reached, edits - 1, diagonal);
    while (x > start) kept.push([(x -= 1), (y -= 1)]);
    if (at(reached, edits - 1, diagonal + 1) === start) y -= 1;
    else x -= 1;
  }
  while (x > 0) kept.push([(x -= 1), (y -= 1)]);
  return kept.reverse();
}
