import { ArrowDown } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { Destination } from "../connection/outbox.ts";
import { type MessagesPlace, narrowOf } from "../places/place.ts";
import { keyOf } from "../replica/narrow.ts";
import { Button } from "../ui/button.tsx";
import { Emptiness, Skeleton } from "../ui/emptiness.tsx";
import { useClient } from "../view/client-context.tsx";
import { useStore } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { EmptyList } from "./empty-list.tsx";
import type { Item } from "./items.ts";
import { ListItem } from "./list-item.tsx";
import { useFetching, useReading } from "./reading.ts";
import { useItems } from "./use-items.ts";
import styles from "./message-list.module.css";

interface MessageListProps {
  readonly place: MessagesPlace;
  readonly onReply: (to: Destination) => void;
  /** Begins a message with a quote, in Markdown. */
  readonly onQuote: (to: Destination, markdown: string) => void;
}

/** So near to its end a list counts as at its end, in pixels: then it follows what comes. */
const NEAR_END = 60;

/** The messages of a place. */
export function MessageList({ place, onReply, onQuote }: MessageListProps) {
  const { messages } = useClient();
  const key = keyOf(narrowOf(place));
  // The narrow is what its key says.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const narrow = useMemo(() => narrowOf(place), [key]);
  const window = useStore(useMemo(() => messages.window(narrow), [messages, narrow]));
  useEffect(() => messages.open(narrow, place.near ?? "first_unread"), [messages, narrow, place.near]);
  const { items, unreadFrom } = useItems(place, window);
  if (window.problem !== null && window.ids.length === 0) {
    return (
      <Emptiness title={words.list.problem}>
        {window.problem}
        <Button onPress={() => messages.open(narrow, place.near ?? "first_unread")}>{words.ui.retry}</Button>
      </Emptiness>
    );
  }
  const isLoading = window.loading === "around" || (!window.hasNewest && window.ids.length === 0);
  if (isLoading && window.ids.length === 0) return <Loading />;
  if (items.length === 0) return <EmptyList place={place} />;
  const target = place.near ?? unreadFrom;
  return <Scrolling key={key} place={place} items={items} target={target} onReply={onReply} onQuote={onQuote} />;
}

const Loading = () => (
  <div className={styles["messages"]} aria-busy>
    {[3, 1, 2, 4].map((lines) => (
      <Skeleton key={lines} lines={lines} />
    ))}
  </div>
);

interface ScrollingProps extends MessageListProps {
  readonly items: readonly Item[];
  /** The message to open the list at; null: the newest. */
  readonly target: number | null;
}

function Scrolling({ place, items, target, onReply, onQuote }: ScrollingProps) {
  const handle = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setAtEnd] = useState(target === null);
  const shift = usePrepended(items);
  usePosition(handle, items, target, isAtEnd);
  const reading = useReading(handle, items, place);
  const fetching = useFetching(handle, items, place);
  const onScroll = () => {
    const list = handle.current;
    if (!list) return;
    setAtEnd(list.scrollSize - list.scrollOffset - list.viewportSize < NEAR_END);
    fetching();
    reading();
  };
  return (
    <div className={styles["frame"]}>
      <div className={styles["messages"]} role="log" aria-label={words.list.messages} tabIndex={-1}>
        <div className={styles["push"]} />
        <Virtualizer ref={handle} data={items} shift={shift} onScroll={onScroll} onResize={onScroll} bufferSize={400}>
          {(item) => <ListItem key={item.key} item={item} place={place} onReply={onReply} onQuote={onQuote} />}
        </Virtualizer>
      </div>
      {!isAtEnd && (
        <JumpToNewest place={place} onJump={() => handle.current?.scrollToIndex(items.length - 1, { align: "end" })} />
      )}
    </div>
  );
}

/** Whether the items before the first one have come just now: then the position counts from the end. */
function usePrepended(items: readonly Item[]): boolean {
  const first = items.find(({ kind }) => kind === "message")?.key;
  const [shown, setShown] = useState({ items, first, isPrepended: false });
  if (shown.items !== items) {
    const isPrepended = first !== shown.first && items.some(({ key }) => key === shown.first);
    setShown({ items, first, isPrepended });
  }
  return shown.isPrepended;
}

/** Opens the list where it should open, and follows its end while one is there. */
function usePosition(
  handle: React.RefObject<VirtualizerHandle | null>,
  items: readonly Item[],
  target: number | null,
  isAtEnd: boolean,
): void {
  const opened = useRef<number | null | undefined>(undefined);
  useLayoutEffect(() => {
    const list = handle.current;
    if (!list || opened.current === target) return;
    const index = target === null ? -1 : items.findIndex(({ key }) => key === String(target));
    if (target !== null && index < 0) return;
    opened.current = target;
    if (index < 0) list.scrollToIndex(items.length - 1, { align: "end" });
    else list.scrollToIndex(Math.max(0, index - 1), { align: "start", offset: -80 });
  }, [handle, items, target]);
  const wasAtEnd = useRef(isAtEnd);
  useLayoutEffect(() => {
    if (wasAtEnd.current && isAtEnd && opened.current !== undefined) {
      handle.current?.scrollToIndex(items.length - 1, { align: "end" });
    }
    wasAtEnd.current = isAtEnd;
  }, [handle, items, isAtEnd]);
}

function JumpToNewest({ place, onJump }: { place: MessagesPlace; onJump: () => void }) {
  const { messages } = useClient();
  const narrow = narrowOf(place);
  const { hasNewest } = useStore(messages.window(narrow));
  const jump = () => {
    if (!hasNewest) messages.open(narrow, "newest");
    onJump();
  };
  return (
    <div className={styles["jump"]}>
      <Button onPress={jump}>
        <ArrowDown size={15} aria-hidden />
        {words.list.newest}
      </Button>
    </div>
  );
}
