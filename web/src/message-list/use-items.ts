import { useEffect, useMemo, useRef } from "react";
import type { OutgoingMessage } from "../connection/outbox.ts";
import type { MessagesPlace } from "../places/place.ts";
import type { KnownMessage, MessageWindow } from "../replica/messages.ts";
import { directKey } from "../replica/selectors/unread.ts";
import { useClient } from "../view/client-context.tsx";
import { useSelected } from "../view/use-store.ts";
import { type Item, itemsOf } from "./items.ts";

/** What the list of a place shows, and where unread messages began when it was opened. */
export function useItems(
  place: MessagesPlace,
  window: MessageWindow,
): { readonly items: readonly Item[]; readonly unreadFrom: number | null } {
  const { messages, outbox, me } = useClient();
  const outgoing = useSelected(
    outbox.messages,
    (all) => all.filter((one) => isIn(one, place)).map(({ key }) => key),
    isSameList,
  );
  const { ids, hasOldest, hasNewest, anchor, loading } = window;
  const unread = useRef<{ from: number | null; count: number } | null>(null);
  const known = useMemo(
    () => ids.flatMap((id): KnownMessage[] => [messages.message(id).get() ?? []].flat()),
    [ids, messages],
  );
  if (unread.current === null && loading !== "around" && (ids.length > 0 || hasNewest)) {
    const fresh = known.filter(({ flags }) => !flags.includes("read"));
    unread.current = { from: place.near === null ? anchor : null, count: fresh.length };
  }
  // Once one has written oneself, nothing before is new any more.
  const lastSent = outgoing.at(-1);
  useEffect(() => {
    if (lastSent !== undefined) unread.current = { from: null, count: 0 };
  }, [lastSent]);
  const from = unread.current?.from ?? null;
  const count = unread.current?.count ?? 0;
  const items = useMemo(
    () =>
      itemsOf({
        messages: known,
        unreadFrom: from,
        unread: count,
        hasOldest,
        hasConversations: place.kind !== "topic" && place.kind !== "direct",
        outgoing: hasNewest ? outgoing : [],
        me,
      }),
    [known, from, count, hasOldest, hasNewest, place.kind, outgoing, me],
  );
  return { items, unreadFrom: from };
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((key, i) => key === b[i]);

/** Whether a message on its way belongs to a place. */
function isIn({ to }: OutgoingMessage, place: MessagesPlace): boolean {
  if (place.kind === "all") return true;
  if (to.kind === "direct") return place.kind === "direct" && directKey(to.userIds) === directKey(place.userIds);
  if (place.kind === "channel") return to.channelId === place.channelId;
  return (
    place.kind === "topic" && to.channelId === place.channelId && to.topic.toLowerCase() === place.topic.toLowerCase()
  );
}
