import { useLayoutEffect, useState } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Client } from "../../../client/connection/client.ts";
import type { MessagesPlace } from "../../../client/routes/route.ts";
import { historyEntry, type Position, positionIn } from "../../../client/routes/scroll-positions.ts";
import type { Opening } from "../../../client/replica/messages/messages.ts";
import type { Narrow } from "../../../client/routes/narrow.ts";
import { keyOf } from "../../../client/routes/narrow.ts";
import { unreadIdsOf } from "../../../client/replica/selectors/unread/unread-ids.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { keptChoice } from "../../../hooks/persisted-choice.ts";
import { useNavigator } from "../../../hooks/navigation/navigator.tsx";

/** Where this machine keeps at what conversations open. */
export const OPENS_AT = "opens-at";
export type OpensAt = "first_unread" | "newest";

/** How a list was opened. */
export interface Opened {
  /** The entry of the browser's history in which that was. */
  readonly entry: string;
  readonly near: number | null;
  readonly at: Opening;
  /** Where one was before, if one returns. */
  readonly position: Position | null;
}

/** Opens a list where it should open, again whenever its address is another one; null until that is done. */
export function useOpening(place: MessagesPlace, narrow: Narrow): Opened | null {
  const client = useClient();
  const navigator = useNavigator();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { near } = place;
  // Each way to somewhere makes another navigator, also one to what is shown already.
  useLayoutEffect(() => {
    const next = openingOf(client, { ...place, near }, keyOf(narrow));
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
function openingOf({ state }: Client, place: MessagesPlace, key: string): Opened {
  const entry = historyEntry();
  const { near } = place;
  const opened = (at: Opening, position: Position | null = null): Opened => ({ entry, near, at, position });
  const before = positionIn(entry);
  if (before !== undefined) return before === null ? opened("newest") : opened(before.id, before);
  if (near !== null) return opened(near);
  const choice = keptChoice<OpensAt>(OPENS_AT, "first_unread");
  if (choice === "first_unread" && hasUnread(state.get(), place)) return opened(choice);
  const last = positionIn(key);
  return last ? opened(last.id, last) : opened(choice);
}

const hasUnread = (state: State, place: MessagesPlace): boolean =>
  (state.unread_msgs?.old_unreads_missing ?? false) || unreadIdsOf(state, place).length > 0;
