import { matchesLocally } from "./narrow-matching.ts";
import type { KnownMessage } from "./messages.ts";
import { type WindowState, updateWindow } from "./message-window.ts";

/** Whether a list could not be fetched anew. To ask at once would fail at once, for ever: it waits for a way to the server. */
export const hasRefetchFailed = ({ isStale, source }: WindowState): boolean => isStale && source.get().problem !== null;

/** So long a list is empty while the server's answer is on its way, in milliseconds; then what is here of it is looked for. */
export const PARTIAL_DELAY_MS = 300;

/** So many are shown, the newest. */
const MAX_PARTIAL_MESSAGES = 400;

/** Shows what is here of a list of which nothing is known otherwise, until the server's answer takes its place. */
export function showPartialWindow(held: WindowState, messages: Iterable<KnownMessage>, me: number): void {
  const window = held.source.get();
  if (window.ids.length > 0 || window.hasNewest) return;
  const found = [...messages].filter((message) => matchesLocally(held.narrow, message, me)).map(({ id }) => id);
  if (found.length === 0) return;
  held.isStale = true;
  const ids = found.toSorted((a, b) => a - b).slice(-MAX_PARTIAL_MESSAGES);
  updateWindow(held, { ids, isPartial: true, hasNewest: typeof held.at !== "number" });
}
