import { useMemo, useState } from "react";
import type { OutgoingMessage } from "../../../client/outbox/outbox.ts";
import type { MessagesPlace } from "../../../client/routes/route.ts";
import type { KnownMessage, MessageWindow } from "../../../client/replica/messages/messages.ts";
import { directKey } from "../../../client/replica/selectors/unread/unread.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useSelected } from "../../../hooks/use-store.ts";
import { type Item, itemsOf, type MadeItems } from "./message-list-items.ts";

/** Where unread messages began when the list was opened, and how many there were. */
interface Fresh {
  readonly from: number | null;
  readonly count: number;
}

const NOTHING: Fresh = { from: null, count: 0 };

/** What the list of a place shows, and where unread messages began once it had been opened. */
export function useItems(
  place: MessagesPlace,
  window: MessageWindow,
  isOpened: boolean,
): { readonly items: readonly Item[]; readonly unreadFrom: number | null } {
  const { messages, outbox, me } = useClient();
  const outgoing = useSelected(
    outbox.messages,
    (all) => all.filter((one) => isIn(one, place)).map(({ key }) => key),
    isSameList,
  );
  const { ids, hasOldest, hasNewest, isPartial, loading, problem } = window;
  const [fresh, setFresh] = useState<Fresh | null>(null);
  const known = useMemo(
    () =>
      ids.map((id) => messages.message(id).get()).filter((message): message is KnownMessage => message !== undefined),
    [ids, messages],
  );
  if (fresh === null && isOpened && !isPartial && loading !== "around" && (ids.length > 0 || hasNewest)) {
    setFresh(freshIn(known, window));
  }
  // Once one has written oneself, nothing before is new any more.
  if (outgoing.length > 0 && fresh && fresh.from !== null) setFresh(NOTHING);
  const { from, count } = fresh ?? NOTHING;
  const [made] = useState((): MadeItems => new WeakMap());
  const items = useMemo(
    () =>
      itemsOf({
        made,
        messages: known,
        unreadFrom: from,
        unread: count,
        hasOldest,
        hasConversations: place.kind !== "topic" && place.kind !== "direct",
        outgoing: hasNewest || problem !== null ? outgoing : [],
        me,
      }),
    [made, known, from, count, hasOldest, hasNewest, problem, place.kind, outgoing, me],
  );
  return { items, unreadFrom: from };
}

/** What is unread of what is here, where it is certain that nothing before it is. */
function freshIn(known: readonly KnownMessage[], { anchor, hasOldest }: MessageWindow): Fresh {
  const unread = known.filter(({ flags }) => !flags.includes("read"));
  const [first] = unread;
  if (!first) return NOTHING;
  const isBeginning = hasOldest || first.id === anchor || first.id !== known[0]?.id;
  return isBeginning ? { from: first.id, count: unread.length } : NOTHING;
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
