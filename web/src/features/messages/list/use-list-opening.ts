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

/** Where this machine keeps at what conversations open. */
export const OPENS_AT_KEY = "opens-at";
export type OpensAt = "first_unread" | "newest";

/** How a list was opened. */
export interface ListOpening {
  /** The entry of the browser's history in which that was. */
  readonly entry: string;
  readonly near: number | null;
  readonly at: WindowAnchor;
  /** Where one was before, if one returns. */
  readonly position: ScrollPosition | null;
}

/** Opens a list where it should open, again whenever its address is another one; null until that is done. */
export function useListOpening(place: MessagesRoute, narrow: Narrow): ListOpening | null {
  const client = useClient();
  const navigator = useNavigator();
  const [opened, setOpened] = useState<ListOpening | null>(null);
  const { near } = place;
  // Each way to somewhere makes another navigator, also one to what is shown already.
  useLayoutEffect(() => {
    const next = resolveOpening(client, { ...place, near }, narrowKey(narrow));
    client.messages.open(narrow, next.at);
    setOpened((before) => (before?.entry === next.entry && before.near === near ? before : next));
    // The place is what its narrow and `near` say.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, narrow, near, navigator]);
  return opened;
}

/**
 * Who goes back or forward finds the list as they left it. Who comes anew comes to what is unread, or else to where they were, or
 * else as they chose.
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
