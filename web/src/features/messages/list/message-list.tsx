import { useCallback, useMemo, useRef, useEffect, useState } from "react";
import { type MessagesRoute, narrowOf, isSameRoute, conversationRoute } from "../../../client/routes/route.ts";
import type { MessageWindow } from "../../../client/replica/messages/messages.ts";
import { narrowKey, type Narrow } from "../../../client/routes/narrow.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { EmptyState, Skeleton } from "../../../base/ui/empty-state.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useStore } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import styles from "./message-list.module.css";
import { type ListOpening, useListOpening } from "./use-list-opening.ts";
import { MessageScroller } from "./message-scroller.tsx";
import { useNarrowRefetch } from "./use-narrow-refetch.ts";
import { useListItems } from "./use-list-items.ts";
import type { ScrollTarget } from "./use-scroll-position.ts";
import { MessageCircleOff, AtSign, MessagesSquare, Search, SmilePlus, Star } from "lucide-react";
import { messageDestination } from "../../../client/replica/selectors/message-destination.ts";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useNavigator } from "../../../hooks/navigation/navigator.tsx";
import { RouteLink } from "../../../hooks/navigation/route-link.tsx";

/** Shown instead of a list that contains no messages. */
function EmptyList({ place }: { place: MessagesRoute }) {
  const { icon: Icon, title, more } = emptyListText(place);
  const everywhere = place.kind === "search" ? withoutConversation(place.narrow) : null;
  return (
    <EmptyState icon={<Icon size={30} aria-hidden />} title={title}>
      {more}
      {everywhere && (
        <p>
          <RouteLink to={{ kind: "search", narrow: everywhere, near: null }}>
            {words.messageList.searchEverywhere}
          </RouteLink>
        </p>
      )}
    </EmptyState>
  );
}

const CONVERSATION_OPERATORS = new Set(["channel", "topic", "dm"]);

/**
 * Returns the search without the terms that restrict it to a conversation. Null if there are no such terms, or no
 * others.
 */
function withoutConversation(narrow: Narrow): Narrow | null {
  const others = narrow.filter(({ operator, negated = false }) => negated || !CONVERSATION_OPERATORS.has(operator));
  return others.length > 0 && others.length < narrow.length ? others : null;
}

function emptyListText({ kind }: MessagesRoute) {
  const list = words.messageList;
  switch (kind) {
    case "topic":
      return { icon: MessagesSquare, title: list.emptyTopic, more: list.emptyTopicMore };
    case "direct":
      return { icon: MessagesSquare, title: list.emptyDirect, more: list.emptyDirectMore };
    case "search":
      return { icon: Search, title: list.emptySearch, more: list.emptySearchMore };
    case "starred":
      return { icon: Star, title: list.emptyStarred, more: list.emptyStarredMore };
    case "mentions":
      return { icon: AtSign, title: list.emptyMentions, more: list.emptyMentionsMore };
    case "reactions":
      return { icon: SmilePlus, title: list.emptyReactions, more: list.emptyReactionsMore };
    case "all":
    case "channel":
      return { icon: MessagesSquare, title: list.empty, more: list.emptyMore };
  }
}

/**
 * Shown if the message that the list should open at is not in the list. If the message was moved, navigates to its new
 * conversation. If the user cannot read the message, shows a hint.
 */
function MissingMessageHint({ place }: { place: MessagesRoute }) {
  const { call, me } = useClient();
  const { replace } = useNavigator();
  const [isGone, setGone] = useState(false);
  const { near } = place;
  useEffect(() => {
    let isWanted = true;
    const look = async () => {
      if (near === null) return;
      const answer = await call("GET", `/messages/${near}`, { allow_empty_topic_name: true });
      if (!isWanted) return;
      if (answer.result === "error") return setGone(true);
      const there = conversationRoute(messageDestination(answer.message, me), near);
      if (isSameRoute(there, place)) return;
      showToast({ text: words.messageList.moved });
      replace(there);
    };
    // The error is ignored, because the page already shows that the server is unreachable.
    look().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [call, me, near, place, replace]);
  if (!isGone) return null;
  return (
    <p className={styles["lost"]} role="status">
      <MessageCircleOff size={16} aria-hidden />
      {words.messageList.gone}
    </p>
  );
}

interface MessageListProps {
  readonly route: MessagesRoute;
}

/** The message list of a route. */
export const MessageList = ({ route }: MessageListProps) => (
  <div className={styles["list"]}>
    <Messages route={route} />
  </div>
);

/** Error message, shown instead of the list. */
const LoadError = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <EmptyState title={words.messageList.problem}>
    {text}
    <Button onPress={onRetry}>{words.ui.retry}</Button>
  </EmptyState>
);

interface IncompleteWarningProps {
  readonly window: MessageWindow;
  readonly onRetry: () => void;
}

/** Warning that the list is incomplete. Contains a button to retry if loading has failed. */
const IncompleteWarning = ({ window: { isPartial, problem }, onRetry }: IncompleteWarningProps) =>
  (isPartial || problem !== null) && (
    <p className={styles["unfinished"]} role="status">
      {isPartial ? words.messageList.partial : words.messageList.problem}
      {problem !== null && (
        <Button variant="plain" onPress={onRetry}>
          {words.ui.retry}
        </Button>
      )}
    </p>
  );

function Messages({ route }: MessageListProps) {
  const { messages } = useClient();
  const key = narrowKey(narrowOf(route));
  // `key` changes whenever the narrow changes.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const narrow = useMemo(() => narrowOf(route), [key]);
  const window = useStore(useMemo(() => messages.window(narrow), [messages, narrow]));
  const opened = useListOpening(route, narrow);
  const isAtEnd = useRef(true);
  const onAtEnd = useCallback((is: boolean) => void (isAtEnd.current = is), []);
  useNarrowRefetch(narrow, isAtEnd);
  const { items, unreadFrom } = useListItems(route, window, opened !== null);
  const target = useTarget(opened, unreadFrom);
  if (!opened) return null;
  const { loading, problem } = window;
  if (problem !== null && items.length === 0) {
    return <LoadError text={problem} onRetry={() => messages.open(narrow, opened.at)} />;
  }
  if (!canShow(window, target)) return <Loading />;
  return (
    <>
      <IncompleteWarning window={window} onRetry={() => messages.refetch(narrow)} />
      {isTargetMissing(window, route) && <MissingMessageHint key={route.near} place={route} />}
      {items.length === 0 ? (
        <EmptyList place={route} />
      ) : (
        <MessageScroller
          key={key}
          route={route}
          items={items}
          target={target}
          isSettled={loading !== "around"}
          onAtEnd={onAtEnd}
        />
      )}
    </>
  );
}

/** Returns true if enough messages are loaded to show the list at its target, or to know that the list is empty. */
function canShow({ ids, hasNewest, isPartial, loading, problem }: MessageWindow, { id }: ScrollTarget): boolean {
  if (isPartial || problem !== null) return true;
  if (ids.length === 0) return hasNewest;
  return loading !== "around" || id === null || ids.includes(id);
}

/** Returns true if the list has been loaded and does not contain the message at which it should open. */
const isTargetMissing = ({ ids, loading, problem }: MessageWindow, { near }: MessagesRoute): boolean =>
  loading !== "around" && problem === null && near !== null && !ids.includes(near);

const NEWEST: ScrollTarget = { id: null, offset: null, entry: "" };

/** Returns the position at which the list opens. */
function useTarget(opened: ListOpening | null, unreadFrom: number | null): ScrollTarget {
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
