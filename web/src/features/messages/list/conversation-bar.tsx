import { subscriptionsById } from "../../../client/replica/selectors/entities-by-id.ts";
import type { KnownMessage } from "../../../client/replica/messages/messages.ts";
import { bareTopic, isResolved } from "../../../client/replica/selectors/channels/topics.ts";
import { destinationOf } from "../../../client/replica/selectors/message-destination.ts";
import { placeOf } from "../../../client/routes/route.ts";
import { ChannelMark } from "../../../base/ui/channel-icon.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { PlaceLink } from "../../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import styles from "./message-list.module.css";

/** Names the conversation of the messages below it, and leads there. */
export function ConversationBar({ message }: { message: KnownMessage }) {
  const { me } = useClient();
  const to = destinationOf(message, me);
  return (
    <div className={styles["bar"]}>
      {to.kind === "topic" && <ChannelPart channelId={to.channelId} message={message} />}
      <PlaceLink to={placeOf(to, message.id)} className={styles["barName"]}>
        {to.kind === "topic" ? <TopicName topic={to.topic} /> : <People message={message} />}
      </PlaceLink>
    </div>
  );
}

function ChannelPart({ channelId, message }: { channelId: number; message: KnownMessage }) {
  const subscription = useKnown((state) => subscriptionsById(state).get(channelId));
  const name = subscription?.name ?? (typeof message.display_recipient === "string" ? message.display_recipient : "");
  return (
    <>
      <PlaceLink to={{ kind: "channel", channelId, near: message.id }} className={styles["barChannel"]}>
        <ChannelMark colour={subscription?.color ?? "currentColor"} isPrivate={subscription?.invite_only ?? false} />
        <span dir="auto">{name}</span>
      </PlaceLink>
      <span aria-hidden className={styles["separator"]}>
        {words.list.within}
      </span>
    </>
  );
}

function TopicName({ topic }: { topic: string }) {
  const general = useKnown((state) => state.realm_empty_topic_display_name);
  if (topic === "") return <em>{general}</em>;
  return <span dir="auto">{isResolved(topic) ? `✔ ${bareTopic(topic)}` : topic}</span>;
}

function People({ message: { display_recipient } }: { message: KnownMessage }) {
  const { me } = useClient();
  if (typeof display_recipient === "string") return null;
  const others = display_recipient.filter(({ id }) => id !== me).map(({ full_name }) => full_name);
  return <span dir="auto">{others.length === 0 ? words.sidebar.notes : others.join(", ")}</span>;
}
