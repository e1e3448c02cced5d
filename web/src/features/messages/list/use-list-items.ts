import { useMemo, useState } from "react";
import type { PendingMessage } from "../../../client/outbox/outbox.ts";
import type { MessagesRoute } from "../../../client/routes/route.ts";
import type { KnownMessage, MessageWindow } from "../../../client/replica/messages/messages.ts";
import { directKey } from "../../../client/replica/selectors/unread/unread.ts";
import { unreadIdsInRoute } from "../../../client/replica/selectors/unread/unread-ids.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useSelected } from "../../../hooks/use-store.ts";
import { type MessageListItem, messageListItems, type ItemCache } from "./message-list-items.ts";

/**
 * Where the unread messages started when the list was opened: the id of the first unread message, and the number of
 * unread messages.
 */
interface UnreadStart {
  readonly from: number | null;
  readonly count: number;
}

const NO_UNREAD: UnreadStart = { from: null, count: 0 };

/**
 * Returns the items of a route's list, and the id of the message that was the first unread one when the list was
 * opened.
 */
export function useListItems(
  place: MessagesRoute,
  window: MessageWindow,
  isOpened: boolean,
): { readonly items: readonly MessageListItem[]; readonly unreadFrom: number | null } {
  const { messages, outbox, me, state } = useClient();
  const outgoing = useSelected(
    outbox.messages,
    (all) => all.filter((one) => belongsToRoute(one, place)).map(({ key }) => key),
    isSameList,
  );
  const { ids, hasOldest, hasNewest, isPartial, loading, problem } = window;
  const [fresh, setFresh] = useState<UnreadStart | null>(null);
  const known = useMemo(
    () =>
      ids.map((id) => messages.message(id).get()).filter((message): message is KnownMessage => message !== undefined),
    [ids, messages],
  );
  if (fresh === null && isOpened && !isPartial && loading !== "around" && (ids.length > 0 || hasNewest)) {
    setFresh(unreadStart(known, window, unreadIdsInRoute(state.get(), place)));
  }
  // Once the user has sent a message, the row that marks unread messages is removed.
  if (outgoing.length > 0 && fresh && fresh.from !== null) setFresh(NO_UNREAD);
  const { from, count } = fresh ?? NO_UNREAD;
  const [made] = useState((): ItemCache => new WeakMap());
  const items = useMemo(
    () =>
      messageListItems({
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

/**
 * Finds the first unread message among the loaded messages. `allUnread`: ids of all unread messages of the list, as far
 * as the client knows which of them match. Returns `NO_UNREAD` if there is none, or if messages before
 * the loaded ones may also be unread.
 */
function unreadStart(
  known: readonly KnownMessage[],
  { anchor, hasOldest }: MessageWindow,
  allUnread: readonly number[],
): UnreadStart {
  const unread = known.filter(({ flags }) => !flags.includes("read"));
  const [first] = unread;
  if (!first) return NO_UNREAD;
  const isAtStart = hasOldest || first.id === anchor || first.id !== known[0]?.id;
  if (!isAtStart) return NO_UNREAD;
  // Further unread messages may not be loaded yet.
  const count = allUnread.filter((id) => id >= first.id).length;
  return { from: first.id, count: Math.max(count, unread.length) };
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((key, i) => key === b[i]);

/** Returns true if a pending message belongs to a route. */
function belongsToRoute({ to }: PendingMessage, place: MessagesRoute): boolean {
  if (place.kind === "all") return true;
  if (to.kind === "direct") return place.kind === "direct" && directKey(to.userIds) === directKey(place.userIds);
  if (place.kind === "channel") return to.channelId === place.channelId;
  return (
    place.kind === "topic" && to.channelId === place.channelId && to.topic.toLowerCase() === place.topic.toLowerCase()
  );
}
