// Where lists of messages are opened.
import { hasRefetchFailed } from "./partial-window.ts";
import type { MessagePage, PageRequest } from "./message-source.ts";
import type { KnownMessage, MessageWindow, WindowAnchor } from "./messages.ts";
import type { WindowState } from "./message-window.ts";

type KnownMessages = ReadonlyMap<number, KnownMessage>;

/** So many messages come at each side. */
const PAGE_SIZE = 60;
/** So many at most come anew of a list that is on the screen. */
const MAX_REFETCH_SIZE = 6 * PAGE_SIZE;

/** Whether a list can be opened there without asking the server. */
function canOpenLocally({ ids, hasNewest, hasOldest }: MessageWindow, at: WindowAnchor, known: KnownMessages): boolean {
  if (typeof at === "number") return ids.includes(at);
  if (!hasNewest) return false;
  // Where the first unread message is known only if nothing before what is here can be unread.
  return at === "newest" || hasOldest || isRead(ids[0], known);
}

const isRead = (id: number | undefined, known: KnownMessages): boolean =>
  id !== undefined && (known.get(id)?.flags.includes("read") ?? false);

/** At which message that is here a list opens; null at the newest. */
function localAnchor({ ids }: MessageWindow, at: WindowAnchor, known: KnownMessages): number | null {
  if (typeof at === "number") return at;
  return at === "newest" ? null : (ids.find((id) => !isRead(id, known)) ?? null);
}

/** Returns the message at which a list opens with what is loaded: null at the newest, undefined if it cannot open without a request. */
export const findLocalAnchor = (
  window: MessageWindow,
  at: WindowAnchor,
  known: KnownMessages,
): number | null | undefined => (canOpenLocally(window, at, known) ? localAnchor(window, at, known) : undefined);

/** Where the server opened the page; null at the newest message, for which it names an id beyond all there are. */
export function serverAnchor({ anchor }: MessagePage, request: PageRequest, known: KnownMessages): number | null {
  if (request.anchor === "newest" || !known.has(anchor)) return null;
  return request.anchor === "first_unread" && isRead(anchor, known) ? null : anchor;
}

/** What to ask for a list that is opened. */
export const openingRequest = ({ narrow }: WindowState, at: WindowAnchor): PageRequest => ({
  narrow,
  anchor: String(at),
  before: PAGE_SIZE,
  after: at === "newest" ? 0 : PAGE_SIZE,
});

/** What to ask for what is here of a list, to have it anew. */
export function refetchRequest({ narrow, source, at }: WindowState): PageRequest {
  const { ids, hasNewest } = source.get();
  const middle = ids[Math.floor(ids.length / 2)];
  const count = Math.min(Math.max(ids.length, PAGE_SIZE), MAX_REFETCH_SIZE);
  if (hasNewest && ids.length > 0) return { narrow, anchor: "newest", before: count, after: 0 };
  return middle === undefined
    ? { narrow, anchor: String(at ?? "newest"), before: PAGE_SIZE, after: PAGE_SIZE }
    : { narrow, anchor: String(middle), before: count, after: count };
}

/** Returns the request for the messages beyond one end of a list; null where there are none, or a request is under way or has failed. */
export function nextPageRequest(state: WindowState, side: "older" | "newer"): PageRequest | null {
  const { ids, hasOldest, hasNewest, loading } = state.source.get();
  const [edge, isComplete] = side === "older" ? [ids[0], hasOldest] : [ids.at(-1), hasNewest];
  if (isComplete || loading !== null || edge === undefined || hasRefetchFailed(state)) return null;
  const [before, after] = side === "older" ? [2 * PAGE_SIZE, 0] : [0, 2 * PAGE_SIZE];
  return { narrow: state.narrow, anchor: String(edge), before, after };
}
