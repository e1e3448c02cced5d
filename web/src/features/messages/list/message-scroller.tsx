import { useEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { type MessagesPlace, narrowOf } from "../../../client/routes/route.ts";
import { keyOf } from "../../../client/routes/narrow.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { words } from "../../../base/words/index.ts";
import { useDrawing, useRows } from "./drawing.tsx";
import type { Item } from "./message-list-items.ts";
import { JumpToNewest, useSeen } from "./jump-to-newest.tsx";
import styles from "./message-list.module.css";
import { useFetching, useKeptShort, useReading } from "./visible-messages.ts";
import { useCursor } from "./use-keyboard-cursor.ts";
import { type Target, useFollowing, useKeptPosition, useOpenedAt } from "./use-scroll-position.ts";

interface ScrollingProps {
  readonly place: MessagesPlace;
  readonly items: readonly Item[];
  readonly target: Target;
  /** Whether nothing is on its way that decides where the list begins. */
  readonly isSettled: boolean;
  /** Is told whether one is at the end of the list. */
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

/** So near to its end a list counts as at its end, in pixels: then it follows what comes. */
const NEAR_END = 60;

/** Messages of any number, of which those in view are drawn. */
export function Scrolling({ place, items, target, isSettled, onAtEnd }: ScrollingProps) {
  const handle = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setAtEnd] = useAtEnd(target.id === null, onAtEnd);
  const narrow = useMemo(() => narrowOf(place), [place]);
  const shift = useOtherBeginning(items);
  useKeptPosition(handle, items, { entry: target.entry, key: keyOf(narrow), isAtEnd });
  const reopen = useOpenedAt(handle, items, target);
  const toEnd = useFollowing(handle, items, isAtEnd);
  const toNewest = useNewest(narrow, toEnd);
  useCursor(handle, items, toNewest);
  const reading = useReading(handle, items, place, isSettled);
  const fetching = useFetching(handle, items, place);
  useKeptShort(isAtEnd, items.length, place);
  const draw = useDrawing(place);
  const { move, ...rows } = useRows();
  const { seen, look } = useSeen(handle, items);
  const onMove = () => {
    const list = handle.current;
    if (!list) return;
    setAtEnd(list.scrollSize - list.scrollOffset - list.viewportSize < NEAR_END);
    look();
    fetching();
    reading();
  };
  // What grows while one is at the end, such as a picture that has come, does not take one away from it.
  const onResize = () => {
    if (reopen() || !isAtEnd) onMove();
    else toEnd();
  };
  const onScroll = (offset: number) => {
    move(offset);
    onMove();
  };
  return (
    <div className={styles["frame"]}>
      <div className={styles["messages"]} role="log" aria-label={words.list.messages} tabIndex={-1}>
        <div className={styles["push"]} />
        <Virtualizer ref={handle} data={items} {...rows} shift={shift} onScroll={onScroll} onResize={onResize}>
          {draw}
        </Virtualizer>
      </div>
      {!isAtEnd && <JumpToNewest place={place} seen={seen} onJump={toNewest} />}
    </div>
  );
}

function useAtEnd(isAtFirst: boolean, onAtEnd: (isAtEnd: boolean) => void) {
  const [isAtEnd, setAtEnd] = useState(isAtFirst);
  useEffect(() => {
    onAtEnd(isAtEnd);
    return () => onAtEnd(true);
  }, [onAtEnd, isAtEnd]);
  return [isAtEnd, setAtEnd] as const;
}

/** Whether items before the first one have come or gone just now: then the position counts from the end. */
function useOtherBeginning(items: readonly Item[]): boolean {
  const first = items.find(({ kind }) => kind === "message")?.key;
  const [shown, setShown] = useState({ items, first, isOther: false });
  if (shown.items !== items) {
    const has = (list: readonly Item[], one: string | undefined) => list.some(({ key }) => key === one);
    const isOther = first !== shown.first && (has(items, shown.first) || has(shown.items, first));
    setShown({ items, first, isOther });
  }
  return shown.isOther;
}

/** What goes to the newest message, which may have to be fetched. */
function useNewest(narrow: ReturnType<typeof narrowOf>, toEnd: () => void): () => void {
  const { messages } = useClient();
  return () => {
    if (!messages.window(narrow).get().hasNewest) messages.open(narrow, "newest");
    toEnd();
  };
}
