import { clearWindow, type WindowState, updateWindow } from "./message-window.ts";

/** How much stays here of what nobody looks at. */
export interface WindowLimits {
  /** Messages in all. */
  readonly maxMessages: number;
  /** Messages of one list, the newest. */
  readonly maxPerWindow: number;
}

export const defaultWindowLimits: WindowLimits = { maxMessages: 4_000, maxPerWindow: 400 };

/** Leaves the newest of a list that has become long, if its newest are here. */
export function trimToNewest(held: WindowState, { maxPerWindow }: WindowLimits): void {
  const { ids, hasNewest, loading } = held.source.get();
  if (!hasNewest || loading !== null || ids.length <= 2 * maxPerWindow) return;
  updateWindow(held, { ids: ids.slice(-maxPerWindow), hasOldest: false });
}

/**
 * Shortens lists that nobody looks at, and empties those that were opened longest ago.
 * @returns the messages of those that stay
 */
export function evictIdleWindows(held: readonly WindowState[], bounds: WindowLimits): Set<number> {
  const stays = new Set<number>();
  for (const one of held.toSorted((a, b) => b.openedOrder - a.openedOrder)) {
    const isWanted = one.source.isWatched || one.source.get().loading !== null;
    if (!isWanted) trimToNewest(one, bounds);
    const { ids } = one.source.get();
    if (isWanted || stays.size + ids.length <= bounds.maxMessages) {
      for (const id of ids) stays.add(id);
    } else {
      clearWindow(one);
    }
  }
  return stays;
}
