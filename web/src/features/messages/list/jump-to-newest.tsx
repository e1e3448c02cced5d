import { ArrowDown } from "lucide-react";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { MessagesPlace } from "../../../client/routes/route.ts";
import { memo } from "../../../client/replica/selectors/memo.ts";
import { unreadIdsOf } from "../../../client/replica/selectors/unread/unread-ids.ts";
import { Source } from "../../../client/stores/writable-store.ts";
import type { Store } from "../../../client/stores/store.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { useKnown, useSelected } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import type { Item } from "./message-list-items.ts";
import styles from "./message-list.module.css";
import { idsInView } from "./visible-messages.ts";

/** So often at most is told what is in view while one scrolls, in milliseconds. */
const SEEN_MS = 100;

/** The last message in view, and what to call when others may be. */
export function useSeen(
  handle: RefObject<VirtualizerHandle | null>,
  items: readonly Item[],
): { readonly seen: Store<number>; readonly look: () => void } {
  const [seen] = useState(() => new Source(0));
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
  const tell = () => {
    timer.current = undefined;
    seen.set(idsInView(handle.current, current.current).at(-1) ?? seen.get());
  };
  return { seen, look: () => (timer.current ??= setTimeout(tell, SEEN_MS)) };
}

interface JumpProps {
  readonly place: MessagesPlace;
  /** The last message that was in view. */
  readonly seen: Store<number>;
  readonly onJump: () => void;
}

/** Goes to the end of the list, and says how much that is unread is below. */
export const JumpToNewest = ({ onJump, ...which }: JumpProps) => (
  <div className={styles["jump"]}>
    <Button onPress={onJump}>
      <ArrowDown size={15} aria-hidden />
      <Below {...which} />
    </Button>
  </div>
);

/** Drawn anew by itself: who scrolls past what is unread changes it with each message. */
function Below({ place, seen }: Omit<JumpProps, "onJump">) {
  const unreadOf = useMemo(
    () => memo(["unread_msgs", "user_id"], (state) => unreadIdsOf(state, place).toSorted((a, b) => a - b)),
    [place],
  );
  const unread = useKnown(unreadOf, isSameList);
  const below = useSelected(
    seen,
    useCallback((last: number) => countAfter(unread, last), [unread]),
  );
  return below > 0 ? words.list.below(below) : words.list.newest;
}

/** How many of ascending ids come after one. */
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
