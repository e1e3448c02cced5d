import { useLayoutEffect, useState } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Client } from "../../../client/connection/client.ts";
import type { MessagesRoute } from "../../../client/routes/route.ts";
import { historyEntry, type ScrollPosition, savedPosition } from "../../../client/routes/scroll-positions.ts";
import type { WindowAnchor } from "../../../client/replica/messages/messages.ts";
import type { Narrow } from "../../../client/routes/narrow.ts";
import { narrowKey } from "../../../client/routes/narrow.ts";
import { unreadIdsInRoute } from "../../../client/replica/selectors/unread/unread-ids.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { readPersistedChoice } from "../../../hooks/persisted-choice.ts";
import { useNavigator } from "../../../hooks/navigation/navigator.tsx";

/** Name under which the browser stores where conversations open in this browser. */
export const OPENS_AT_KEY = "opens-at";
export type OpensAt = "first_unread" | "newest";

/** Where a list was opened, and the navigation that opened it. */
export interface ListOpening {
  /** Id of the browser history entry in which the list was opened. */
  readonly entry: string;
  readonly near: number | null;
  readonly at: WindowAnchor;
  /** The saved scroll position. Null unless the user returns to the list. */
  readonly position: ScrollPosition | null;
}

/**
 * Opens the list of a route, and opens it again whenever the address changes. Returns null until the list has been
 * opened.
 */
export function useListOpening(place: MessagesRoute, narrow: Narrow): ListOpening | null {
  const client = useClient();
  const navigator = useNavigator();
  const [opened, setOpened] = useState<ListOpening | null>(null);
  const { near } = place;
  // `navigator` is a dependency because each navigation creates a new one, even if it leads to the current route.
  useLayoutEffect(() => {
    const next = resolveOpening(client, { ...place, near }, narrowKey(narrow));
    client.messages.open(narrow, next.at);
    setOpened((before) => (before?.entry === next.entry && before.near === near ? before : next));
    // `place` is not a dependency, because `narrow` and `near` determine it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, narrow, near, navigator]);
  return opened;
}

/**
 * Determines where a list opens. Going back or forward restores the scroll position. Otherwise, the list opens at the
 * first of these that exists: the requested message, the first unread message, the last scroll position, the position
 * that this browser's setting names. If this setting is `newest`, unread messages are not considered.
 */
function resolveOpening({ state }: Client, place: MessagesRoute, key: string): ListOpening {
  const entry = historyEntry();
  const { near } = place;
  const opened = (at: WindowAnchor, position: ScrollPosition | null = null): ListOpening => ({
    entry,
    near,
    at,
    position,
  });
  const before = savedPosition(entry);
  if (before !== undefined) return before === null ? opened("newest") : opened(before.id, before);
  if (near !== null) return opened(near);
  const choice = readPersistedChoice<OpensAt>(OPENS_AT_KEY, "first_unread");
  if (choice === "first_unread" && hasUnread(state.get(), place)) return opened(choice);
  const last = savedPosition(key);
  return last ? opened(last.id, last) : opened(choice);
}

const hasUnread = (state: State, place: MessagesRoute): boolean =>
  (state.unread_msgs?.old_unreads_missing ?? false) || unreadIdsInRoute(state, place).length > 0;
