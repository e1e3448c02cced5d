import { matchesLocally } from "./narrow-matching.ts";
import type { KnownMessage } from "./messages.ts";
import { type WindowState, updateWindow } from "./message-window.ts";

/**
 * Whether refetching a list has failed. An immediate retry would fail again, endlessly, so it waits until the server is
 * reachable.
 */
export const hasRefetchFailed = ({ isStale, source }: WindowState): boolean => isStale && source.get().problem !== null;

/**
 * Time for which an opened list stays empty while waiting for the server's response, in milliseconds, before loaded
 * messages are shown.
 */
export const PARTIAL_DELAY_MS = 300;

/** Maximum number of messages shown. The newest are used. */
const MAX_PARTIAL_MESSAGES = 400;

/** Shows the loaded messages of a narrow that has no window yet, until the server's response replaces them. */
export function showPartialWindow(held: WindowState, messages: Iterable<KnownMessage>, me: number): void {
  const window = held.source.get();
  if (window.ids.length > 0 || window.hasNewest) return;
  const found = [...messages].filter((message) => matchesLocally(held.narrow, message, me)).map(({ id }) => id);
  if (found.length === 0) return;
  held.isStale = true;
  const ids = found.toSorted((a, b) => a - b).slice(-MAX_PARTIAL_MESSAGES);
  updateWindow(held, { ids, isPartial: true, hasNewest: typeof held.at !== "number" });
}
