// Determines the position at which a message list opens, and the requests for its pages.
import { hasRefetchFailed } from "./partial-window.ts";
import type { MessagePage, PageRequest } from "./message-source.ts";
import type { KnownMessage, MessageWindow, WindowAnchor } from "./messages.ts";
import type { WindowState } from "./message-window.ts";

type KnownMessages = ReadonlyMap<number, KnownMessage>;

/** Number of messages that are requested on each side of the position at which a list opens. */
const PAGE_SIZE = 60;
/** Maximum number of messages that are requested on each side when a displayed list is fetched again. */
const MAX_REFETCH_SIZE = 6 * PAGE_SIZE;

/** Returns true if a list can be opened at a position without a request. */
function canOpenLocally({ ids, hasNewest, hasOldest }: MessageWindow, at: WindowAnchor, known: KnownMessages): boolean {
  if (typeof at === "number") return ids.includes(at);
  if (!hasNewest) return false;
  // The loaded part need not reach the oldest message: if its first message is read, the messages before it are assumed
  // to be read as well, so the first unread message is in the loaded part.
  return at === "newest" || hasOldest || isRead(ids[0], known);
}

const isRead = (id: number | undefined, known: KnownMessages): boolean =>
  id !== undefined && (known.get(id)?.flags.includes("read") ?? false);

/** Returns the id of the loaded message at which a list opens, or null if the list opens at the newest message. */
function localAnchor({ ids }: MessageWindow, at: WindowAnchor, known: KnownMessages): number | null {
  if (typeof at === "number") return at;
  return at === "newest" ? null : (ids.find((id) => !isRead(id, known)) ?? null);
}

/**
 * Returns the id of the message at which a list opens if no request is needed. Null if the list opens at the newest
 * message; undefined if a request is needed.
 */
export const findLocalAnchor = (
  window: MessageWindow,
  at: WindowAnchor,
  known: KnownMessages,
): number | null | undefined => (canOpenLocally(window, at, known) ? localAnchor(window, at, known) : undefined);

/**
 * Returns the id of the message at which the server opened the page. Null if the list opens at the newest message, as
 * requested or because none is unread; the server then returns an id greater than that of any message.
 */
export function serverAnchor({ anchor }: MessagePage, request: PageRequest, known: KnownMessages): number | null {
  if (request.anchor === "newest" || !known.has(anchor)) return null;
  return request.anchor === "first_unread" && isRead(anchor, known) ? null : anchor;
}

/** Returns the request with which a list is opened. */
export const openingRequest = ({ narrow }: WindowState, at: WindowAnchor): PageRequest => ({
  narrow,
  anchor: String(at),
  before: PAGE_SIZE,
  after: at === "newest" ? 0 : PAGE_SIZE,
});

/** Returns the request with which the loaded part of a list is fetched again. */
export function refetchRequest({ narrow, source, at }: WindowState): PageRequest {
  const { ids, hasNewest } = source.get();
  const middle = ids[Math.floor(ids.length / 2)];
  const count = Math.min(Math.max(ids.length, PAGE_SIZE), MAX_REFETCH_SIZE);
  if (hasNewest && ids.length > 0) return { narrow, anchor: "newest", before: count, after: 0 };
  return middle === undefined
    ? { narrow, anchor: String(at ?? "newest"), before: PAGE_SIZE, after: PAGE_SIZE }
    : { narrow, anchor: String(middle), before: count, after: count };
}

/**
 * Returns the request for the messages beyond one end of the loaded part. Null if there are no such messages, if a
 * request is in progress, or if fetching the list again has failed.
 */
export function nextPageRequest(state: WindowState, side: "older" | "newer"): PageRequest | null {
  const { ids, hasOldest, hasNewest, loading } = state.source.get();
  const [edge, isComplete] = side === "older" ? [ids[0], hasOldest] : [ids.at(-1), hasNewest];
  if (isComplete || loading !== null || edge === undefined || hasRefetchFailed(state)) return null;
  const [before, after] = side === "older" ? [2 * PAGE_SIZE, 0] : [0, 2 * PAGE_SIZE];
  return { narrow: state.narrow, anchor: String(edge), before, after };
}
