import { empty, type Held, patch } from "./message-window.ts";

/** How much stays here of what nobody looks at. */
export interface Bounds {
  /** Messages in all. */
  readonly messages: number;
  /** Messages of one list, the newest. */
  readonly inList: number;
}

export const usualBounds: Bounds = { messages: 4_000, inList: 400 };

/** Leaves the newest of a list that has become long, if its newest are here. */
export function keepNewest(held: Held, { inList }: Bounds): void {
  const { ids, hasNewest, loading } = held.source.get();
  if (!hasNewest || loading !== null || ids.length <= 2 * inList) return;
  patch(held, { ids: ids.slice(-inList), hasOldest: false });
}

/**
 * Shortens lists that nobody looks at, and empties those that were opened longest ago.
 * @returns the messages of those that stay
 */
export function shortened(held: readonly Held[], bounds: Bounds): Set<number> {
  const stays = new Set<number>();
  for (const one of held.toSorted((a, b) => b.opened - a.opened)) {
    const isWanted = one.source.isWatched || one.source.get().loading !== null;
    if (!isWanted) keepNewest(one, bounds);
    const { ids } = one.source.get();
    if (isWanted || stays.size + ids.length <= bounds.messages) {
      for (const id of ids) stays.add(id);
    } else {
      empty(one);
    }
  }
  return stays;
}
