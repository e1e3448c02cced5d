// Where lists of messages are opened.
import type { MessagePage, PageRequest } from "./message-source.ts";
import type { KnownMessage, MessageWindow, Opening } from "./messages.ts";
import type { Held } from "./message-window.ts";

type Known = ReadonlyMap<number, KnownMessage>;

/** So many messages come at each side. */
export const PAGE = 60;
/** So many at most come anew of a list that is on the screen. */
const MOST_ANEW = 6 * PAGE;

/** Whether a list can be opened there without asking the server. */
export function isHere({ ids, hasNewest, hasOldest }: MessageWindow, at: Opening, known: Known): boolean {
  if (typeof at === "number") return ids.includes(at);
  if (!hasNewest) return false;
  // Where the first unread message is known only if nothing before what is here can be unread.
  return at === "newest" || hasOldest || isRead(ids[0], known);
}

const isRead = (id: number | undefined, known: Known): boolean =>
  id !== undefined && (known.get(id)?.flags.includes("read") ?? false);

/** At which message that is here a list opens; null at the newest. */
export function anchorIn({ ids }: MessageWindow, at: Opening, known: Known): number | null {
  if (typeof at === "number") return at;
  return at === "newest" ? null : (ids.find((id) => !isRead(id, known)) ?? null);
}

/** Where the server opened the page; null at the newest message, for which it names an id beyond all there are. */
export function anchorOf({ anchor }: MessagePage, request: PageRequest, known: Known): number | null {
  if (request.anchor === "newest" || !known.has(anchor)) return null;
  return request.anchor === "first_unread" && isRead(anchor, known) ? null : anchor;
}

/** What to ask for a list that is opened. */
export const openingRequest = ({ narrow }: Held, at: Opening): PageRequest => ({
  narrow,
  anchor: String(at),
  before: PAGE,
  after: at === "newest" ? 0 : PAGE,
});

/** What to ask for what is here of a list, to have it anew. */
export function requestAnew({ narrow, source, at }: Held): PageRequest {
  const { ids, hasNewest } = source.get();
  const middle = ids[Math.floor(ids.length / 2)];
  const count = Math.min(Math.max(ids.length, PAGE), MOST_ANEW);
  if (hasNewest && ids.length > 0) return { narrow, anchor: "newest", before: count, after: 0 };
  return middle === undefined
    ? { narrow, anchor: String(at ?? "newest"), before: PAGE, after: PAGE }
    : { narrow, anchor: String(middle), before: count, after: count };
}
