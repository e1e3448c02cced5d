import { useMemo, useState } from "react";
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
  const [unread, setUnread] = useState<{ readonly from: number | null; readonly count: number } | null>(null);
  const known = useMemo(
    () =>
      ids.map((id) => messages.message(id).get()).filter((message): message is KnownMessage => message !== undefined),
    [ids, messages],
  );
  if (unread === null && loading !== "around" && (ids.length > 0 || hasNewest)) {
    const fresh = known.filter(({ flags }) => !flags.includes("read"));
    setUnread({ from: place.near === null ? anchor : null, count: fresh.length });
  }
  // Once one has written oneself, nothing before is new any more.
  const lastSent = outgoing.at(-1);
  if (lastSent !== undefined && unread && unread.from !== null) setUnread({ from: null, count: 0 });
  const from = unread?.from ?? null;
  const count = unread?.count ?? 0;
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
