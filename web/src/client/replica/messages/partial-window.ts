import { matchesLocally } from "./narrow-matching.ts";
import type { KnownMessage } from "./messages.ts";
import { type WindowState, updateWindow } from "./message-window.ts";

/**
 * Returns true if fetching a list again has failed. It must not be retried immediately, because it would fail again and
 * again; it is retried when the server is reachable again.
 */
export const hasRefetchFailed = ({ isStale, source }: WindowState): boolean => isStale && source.get().problem !== null;

/**
 * Time in milliseconds that an opened list waits for the server's response before it shows the messages that are
 * already loaded.
 */
export const PARTIAL_DELAY_MS = 300;

/** Maximum number of already loaded messages that are shown. If there are more, the newest are shown. */
const MAX_PARTIAL_MESSAGES = 400;

/**
 * Fills an opened list that is still empty with the matching messages that are already loaded. The server's response
 * replaces them.
 */
export function showPartialWindow(windowState: WindowState, messages: Iterable<KnownMessage>, me: number): void {
  const window = windowState.source.get();
  if (window.ids.length > 0 || window.hasNewest) return;
  const found = [...messages].filter((message) => matchesLocally(windowState.narrow, message, me)).map(({ id }) => id);
  if (found.length === 0) return;
  windowState.isStale = true;
  const ids = found.toSorted((a, b) => a - b).slice(-MAX_PARTIAL_MESSAGES);
  updateWindow(windowState, { ids, isPartial: true, hasNewest: typeof windowState.at !== "number" });
}
