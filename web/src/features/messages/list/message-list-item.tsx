import { memo, useCallback, useMemo } from "react";
import { Message } from "../message/message.tsx";
import { PendingMessageRow } from "../message/pending-message.tsx";
import { type MessagesRoute, narrowOf, conversationRoute } from "../../../client/routes/route.ts";
import type { MessageWindow, KnownMessage } from "../../../client/replica/messages/messages.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useNow } from "../../../hooks/use-now.ts";
import { useSelected, useStore, useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { dayName } from "../../../base/words/en/times.ts";
import type { MessageListItem } from "./message-list-items.ts";
import styles from "./message-list.module.css";
import { subscriptionsById } from "../../../client/replica/selectors/entities-by-id.ts";
import { topicWithoutResolvedMark, isResolved } from "../../../client/replica/selectors/channels/topics.ts";
import { messageDestination } from "../../../client/replica/selectors/message-destination.ts";
import { ChannelIcon } from "../../../base/ui/channel-icon.tsx";
import { RouteLink } from "../../../hooks/navigation/route-link.tsx";

/** Heading in a list of several conversations: the name of the conversation, as a link to it. */
function ConversationBar({ message }: { message: KnownMessage }) {
  const { me } = useClient();
  const to = messageDestination(message, me);
  return (
    <div className={styles["bar"]}>
      {to.kind === "topic" && <ChannelName channelId={to.channelId} message={message} />}
      <RouteLink to={conversationRoute(to, message.id)} className={styles["barName"]}>
        {to.kind === "topic" ? <TopicName topic={to.topic} /> : <Participants message={message} />}
      </RouteLink>
    </div>
  );
}

function ChannelName({ channelId, message }: { channelId: number; message: KnownMessage }) {
  const subscription = useClientState((state) => subscriptionsById(state).get(channelId));
  const name = subscription?.name ?? (typeof message.display_recipient === "string" ? message.display_recipient : "");
  return (
    <>
      <RouteLink to={{ kind: "channel", channelId, near: message.id }} className={styles["barChannel"]}>
        <ChannelIcon colour={subscription?.color ?? "currentColor"} isPrivate={subscription?.invite_only ?? false} />
        <span dir="auto">{name}</span>
      </RouteLink>
      <span aria-hidden className={styles["separator"]}>
        {words.messageList.within}
      </span>
    </>
  );
}

function TopicName({ topic }: { topic: string }) {
  const general = useClientState((state) => state.realm_empty_topic_display_name);
  if (topic === "") return <em>{general}</em>;
  return <span dir="auto">{isResolved(topic) ? `✔ ${topicWithoutResolvedMark(topic)}` : topic}</span>;
}

function Participants({ message: { display_recipient } }: { message: KnownMessage }) {
  const { me } = useClient();
  if (typeof display_recipient === "string") return null;
  const others = display_recipient.filter(({ id }) => id !== me).map(({ full_name }) => full_name);
  return <span dir="auto">{others.length === 0 ? words.sidebar.notes : others.join(", ")}</span>;
}

interface MessageListItemProps {
  readonly item: MessageListItem;
  readonly route: MessagesRoute;
}

/** A row of the message list. */
export const MessageListRow = memo(function ListItem({ item, route }: MessageListItemProps) {
  switch (item.kind) {
    case "beginning":
      return <p className={styles["beginning"]}>{startOfListText(route)}</p>;
    case "day":
      return <DayDivider moment={item.moment} />;
    case "unread":
      return (
        <div className={styles["unread"]} role="separator">
          <span>{words.messageList.unread(item.count)}</span>
        </div>
      );
    case "conversation":
      return <ConversationDivider id={item.id} />;
    case "message":
      return (
        <div className={styles["item"]}>
          <ListedMessage route={route} id={item.id} isFirst={item.isFirst} />
        </div>
      );
    case "outgoing":
      return (
        <div className={styles["item"]}>
          <PendingMessageRow messageKey={item.key} isFirst={item.isFirst} />
        </div>
      );
  }
});

/** Returns the text above the oldest message. Only a topic or direct messages are one conversation. */
const startOfListText = ({ kind }: MessagesRoute): string =>
  kind === "topic" || kind === "direct" ? words.messageList.beginning : words.messageList.oldest;

interface ListedMessageProps extends Omit<MessageListItemProps, "item"> {
  readonly id: number;
  readonly isFirst: boolean;
}

/** A message. In the results of a search, the search terms are highlighted. */
function ListedMessage({ route, id, ...rest }: ListedMessageProps) {
  const { messages } = useClient();
  const window = useMemo(() => messages.window(narrowOf(route)), [messages, route]);
  const marked = useSelected(
    window,
    useCallback(({ marked: all }: MessageWindow) => all.get(id), [id]),
  );
  return <Message {...rest} id={id} isTarget={route.near === id} marked={marked} />;
}

function DayDivider({ moment }: { moment: number }) {
  const now = useNow(300);
  return (
    <div className={styles["day"]} role="separator">
      <span>{dayName(moment, now)}</span>
    </div>
  );
}

function ConversationDivider({ id }: { id: number }) {
  const { messages } = useClient();
  const message = useStore(useMemo(() => messages.message(id), [messages, id]));
  return message ? <ConversationBar message={message} /> : null;
}
