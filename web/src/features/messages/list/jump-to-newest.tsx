import { ArrowDown } from "lucide-react";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { MessagesRoute } from "../../../client/routes/route.ts";
import { memo } from "../../../client/replica/selectors/memo.ts";
import { unreadIdsInRoute } from "../../../client/replica/selectors/unread/unread-ids.ts";
import { WritableStore } from "../../../client/stores/writable-store.ts";
import type { Store } from "../../../client/stores/store.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { useClientState, useSelected } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import type { MessageListItem } from "./message-list-items.ts";
import styles from "./message-list.module.css";
import { visibleMessageIds } from "./visible-messages.ts";

/** Minimum interval in milliseconds between updates of the last visible message while the user scrolls. */
const VISIBILITY_UPDATE_MS = 100;

/**
 * Returns the id of the last message in view as a store, and a function to be called when other messages may have come
 * into view.
 */
export function useLastVisible(
  handle: RefObject<VirtualizerHandle | null>,
  items: readonly MessageListItem[],
): { readonly seen: Store<number>; readonly look: () => void } {
  const [seen] = useState(() => new WritableStore(0));
  const current = useRef(items);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    current.current = items;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const update = () => {
    timer.current = undefined;
    seen.set(visibleMessageIds(handle.current, current.current).at(-1) ?? seen.get());
  };
  return { seen, look: () => (timer.current ??= setTimeout(update, VISIBILITY_UPDATE_MS)) };
}

interface JumpToNewestProps {
  readonly route: MessagesRoute;
  /** Id of the last message in view. */
  readonly lastVisible: Store<number>;
  readonly onJump: () => void;
}

/** Button that scrolls to the end of the list. Shows the number of unread messages below the last message in view. */
export const JumpToNewest = ({ onJump, ...which }: JumpToNewestProps) => (
  <div className={styles["jump"]}>
    <Button onPress={onJump}>
      <ArrowDown size={15} aria-hidden />
      <UnreadBelow {...which} />
    </Button>
  </div>
);

/**
 * Label of the button. It is a separate component because it is rendered again for each unread message that the user
 * scrolls past.
 */
function UnreadBelow({ route, lastVisible }: Omit<JumpToNewestProps, "onJump">) {
  const unreadOf = useMemo(
    () => memo(["unread_msgs", "user_id"], (state) => unreadIdsInRoute(state, route).toSorted((a, b) => a - b)),
    [route],
  );
  const unread = useClientState(unreadOf, isSameList);
  const below = useSelected(
    lastVisible,
    useCallback((last: number) => countAfter(unread, last), [unread]),
  );
  return below > 0 ? words.messageList.below(below) : words.messageList.newest;
}

/** Returns the number of ids greater than `last`. The ids are in ascending order. */
function countAfter(ids: readonly number[], last: number): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ids[middle] ?? 0) > last) to = middle;
    else from = middle + 1;
  }
  return ids.length - from;
}

const isSameList = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, i) => id === b[i]);
