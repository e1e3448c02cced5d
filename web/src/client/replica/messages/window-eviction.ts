import { clearWindow, type WindowState, updateWindow } from "./message-window.ts";

/** Limits on the messages that remain in memory without being displayed. */
export interface WindowLimits {
  /** Limit for all messages together. */
  readonly maxMessages: number;
  /** Number of messages to which a list is trimmed if it has more than twice as many. Its newest messages remain. */
  readonly maxPerWindow: number;
}

export const defaultWindowLimits: WindowLimits = { maxMessages: 4_000, maxPerWindow: 400 };

/** Trims a list that is much too long to its newest messages, provided that the newest messages are loaded. */
export function trimToNewest(windowState: WindowState, { maxPerWindow }: WindowLimits): void {
  const { ids, hasNewest, loading } = windowState.source.get();
  if (!hasNewest || loading !== null || ids.length <= 2 * maxPerWindow) return;
  updateWindow(windowState, { ids: ids.slice(-maxPerWindow), hasOldest: false });
}

/**
 * Trims lists that are not displayed. If there are still too many messages, clears the lists that were opened least
 * recently.
 * @returns the ids of the messages in the remaining lists
 */
export function evictIdleWindows(windowStates: readonly WindowState[], bounds: WindowLimits): Set<number> {
  const stays = new Set<number>();
  for (const one of windowStates.toSorted((a, b) => b.openedOrder - a.openedOrder)) {
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
