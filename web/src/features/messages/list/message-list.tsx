import { useCallback, useMemo, useRef } from "react";
import { type MessagesPlace, narrowOf } from "../../../client/routes/route.ts";
import type { MessageWindow } from "../../../client/replica/messages/messages.ts";
import { keyOf } from "../../../client/routes/narrow.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Emptiness, Skeleton } from "../../../base/ui/empty-state.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useStore } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { EmptyList } from "./empty-list.tsx";
import { LostMessage } from "./lost-message.tsx";
import styles from "./message-list.module.css";
import { type Opened, useOpening } from "./use-list-opening.ts";
import { Scrolling } from "./message-scroller.tsx";
import { useAskingAgain } from "./use-narrow-refetch.ts";
import { useItems } from "./use-list-items.ts";
import type { Target } from "./use-scroll-position.ts";

interface MessageListProps {
  readonly place: MessagesPlace;
}

/** The messages of a place. */
export const MessageList = ({ place }: MessageListProps) => (
  <div className={styles["list"]}>
    <Messages place={place} />
  </div>
);

/** Why there is nothing to show. */
const Problem = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <Emptiness title={words.list.problem}>
    {text}
    <Button onPress={onRetry}>{words.ui.retry}</Button>
  </Emptiness>
);

interface UnfinishedProps {
  readonly window: MessageWindow;
  readonly onRetry: () => void;
}

/** That not everything shows that belongs here, and a way to ask again once that has failed. */
const Unfinished = ({ window: { isPartial, problem }, onRetry }: UnfinishedProps) =>
  (isPartial || problem !== null) && (
    <p className={styles["unfinished"]} role="status">
      {isPartial ? words.list.partial : words.list.problem}
      {problem !== null && (
        <Button look="plain" onPress={onRetry}>
          {words.ui.retry}
        </Button>
      )}
    </p>
  );

function Messages({ place }: MessageListProps) {
  const { messages } = useClient();
  const key = keyOf(narrowOf(place));
  // The narrow is what its key says.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const narrow = useMemo(() => narrowOf(place), [key]);
  const window = useStore(useMemo(() => messages.window(narrow), [messages, narrow]));
  const opened = useOpening(place, narrow);
  const isAtEnd = useRef(true);
  const onAtEnd = useCallback((is: boolean) => void (isAtEnd.current = is), []);
  useAskingAgain(narrow, isAtEnd);
  const { items, unreadFrom } = useItems(place, window, opened !== null);
  const target = useTarget(opened, unreadFrom);
  if (!opened) return null;
  const { loading, problem } = window;
  if (problem !== null && items.length === 0) {
    return <Problem text={problem} onRetry={() => messages.open(narrow, opened.at)} />;
  }
  if (!canShow(window, target)) return <Loading />;
  return (
    <>
      <Unfinished window={window} onRetry={() => messages.renew(narrow)} />
      {isLost(window, place) && <LostMessage key={place.near} place={place} />}
      {items.length === 0 ? (
        <EmptyList place={place} />
      ) : (
        <Scrolling
          key={key}
          place={place}
          items={items}
          target={target}
          isSettled={loading !== "around"}
          onAtEnd={onAtEnd}
        />
      )}
    </>
  );
}

/** Whether there is enough to show the target among the others, or to say that there is nothing. */
function canShow({ ids, hasNewest, isPartial, loading, problem }: MessageWindow, { id }: Target): boolean {
  if (isPartial || problem !== null) return true;
  if (ids.length === 0) return hasNewest;
  return loading !== "around" || id === null || ids.includes(id);
}

/** Whether the message that somebody asked for is not among those that are here, as all of them are. */
const isLost = ({ ids, loading, problem }: MessageWindow, { near }: MessagesPlace): boolean =>
  loading !== "around" && problem === null && near !== null && !ids.includes(near);

const NEWEST: Target = { id: null, offset: null, entry: "" };

/** The message to show when the list was opened. */
function useTarget(opened: Opened | null, unreadFrom: number | null): Target {
  return useMemo(() => {
    if (!opened) return NEWEST;
    const { entry, at, position } = opened;
    if (position) return { ...position, entry };
    if (at === "newest") return { ...NEWEST, entry };
    return { id: at === "first_unread" ? unreadFrom : at, offset: null, entry };
  }, [opened, unreadFrom]);
}

const Loading = () => (
  <div className={styles["messages"]} aria-busy>
    {[3, 1, 2, 4].map((lines) => (
      <Skeleton key={lines} lines={lines} />
    ))}
  </div>
);
