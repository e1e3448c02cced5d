import { useCallback, useEffect, useMemo, useRef, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { markRead } from "../../../client/actions/messages/mark-read.ts";
import type { Client } from "../../../client/connection/client.ts";
import { type MessagesRoute, narrowOf } from "../../../client/routes/route.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import type { MessageListItem } from "./message-list-items.ts";

/** The values of the setting `web_mark_read_on_scroll_policy`. */
const policies = { always: 1, inConversations: 2, never: 3 } as const;

/** Time in milliseconds after the last movement of the list at which the messages in view are marked as read. */
const READ_DELAY_MS = 400;

/**
 * Marks messages in view as read. Only does so while the page is visible and has the focus, and if the user's settings
 * allow it for this kind of list. If the user has marked messages of the list as unread, nothing is marked as read here
 * until messages of the list are marked as read by other means, or the list is opened again.
 * @returns a function that must be called when other items come into view.
 */
export function useMarkReadInView(
  handle: RefObject<VirtualizerHandle | null>,
  items: readonly MessageListItem[],
  place: MessagesRoute,
  isSettled: boolean,
): () => void {
  const client = useClient();
  const policy = useClientState((state) => state.user_settings?.web_mark_read_on_scroll_policy ?? policies.always);
  const isConversation = place.kind === "topic" || place.kind === "direct";
  const isWanted = isSettled && (policy === policies.always || (policy === policies.inConversations && isConversation));
  const current = useRef({ items, isWanted });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isManuallyUnread = useManualUnread(client, current);
  useEffect(() => {
    current.current = { items, isWanted };
  });
  const read = useCallback(() => {
    const isLookedAt = document.visibilityState === "visible" && document.hasFocus();
    if (!current.current.isWanted || isManuallyUnread.current || !isLookedAt) return;
    const ids = visibleMessageIds(handle.current, current.current.items).filter((id) => {
      const message = client.messages.message(id).get();
      return message !== undefined && !message.flags.includes("read");
    });
    if (ids.length > 0) void markRead(client, ids);
  }, [client, handle, isManuallyUnread]);
  const look = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(read, READ_DELAY_MS);
  }, [read]);
  useEffect(() => {
    look();
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [look, items, isWanted]);
  return look;
}

/**
 * Returns whether messages of this list were marked as unread and none was marked as read afterwards. While this is
 * true, messages in view are not marked as read.
 */
function useManualUnread(
  client: Client,
  current: RefObject<{ readonly items: readonly MessageListItem[] }>,
): RefObject<boolean> {
  const isManuallyUnread = useRef(false);
  useEffect(
    () =>
      client.onEvents((events) => {
        for (const event of events) {
          if (event.type !== "update_message_flags" || event.flag !== "read") continue;
          const changed = new Set(event.messages);
          const isHere = current.current.items.some((item) => item.kind === "message" && changed.has(item.id));
          if (isHere || (event.op === "add" && event.all)) isManuallyUnread.current = event.op === "remove";
        }
      }),
    [client, current],
  );
  return isManuallyUnread;
}

/** Returns the ids of the messages whose lower end is in view. */
export function visibleMessageIds(list: VirtualizerHandle | null, items: readonly MessageListItem[]): number[] {
  if (!list || items.length === 0) return [];
  const end = list.scrollOffset + list.viewportSize;
  const [first, last] = [list.findItemIndex(list.scrollOffset), list.findItemIndex(end)];
  return items.slice(first, last + 1).flatMap((item, at) => {
    const index = first + at;
    const isWhole = list.getItemOffset(index) + list.getItemSize(index) <= end + 2;
    return item.kind === "message" && isWhole ? [item.id] : [];
  });
}

/**
 * Distance from either end of the list in pixels. If the view is closer to the end than this, more messages are
 * fetched.
 */
const FETCH_DISTANCE_PX = 1_200;

/**
 * Fetches more messages before the user has scrolled to the end of the loaded messages. Returns a function that must be
 * called when the list is scrolled.
 */
export function useFetchOnScroll(
  handle: RefObject<VirtualizerHandle | null>,
  items: readonly MessageListItem[],
  place: MessagesRoute,
): () => void {
  const { messages } = useClient();
  const narrow = useMemo(() => narrowOf(place), [place]);
  const fetch = useCallback(() => {
    const list = handle.current;
    if (!list) return;
    if (list.scrollOffset < FETCH_DISTANCE_PX) messages.fetchOlder(narrow);
    if (list.scrollSize - list.scrollOffset - list.viewportSize < FETCH_DISTANCE_PX) messages.fetchNewer(narrow);
  }, [handle, messages, narrow]);
  useEffect(fetch, [fetch, items]);
  return fetch;
}

/** Removes older messages from a list that stays scrolled to its end, so that the list does not grow all day. */
export function useTrimmedList(isAtEnd: boolean, length: number, place: MessagesRoute): void {
  const { messages } = useClient();
  useEffect(() => {
    if (isAtEnd) messages.trimToNewest(narrowOf(place));
  }, [isAtEnd, length, messages, place]);
}
