import { useEffect, useMemo } from "react";
import type { Destination } from "../connection/outbox.ts";
import { type MessagesPlace, narrowOf } from "../places/place.ts";
import { keyOf } from "../replica/narrow.ts";
import { Skeleton } from "../ui/emptiness.tsx";
import { useClient } from "../view/client-context.tsx";
import { useStore } from "../view/use-store.ts";
import styles from "./message-list.module.css";

interface MessageListProps {
  readonly place: MessagesPlace;
  readonly onReply: (to: Destination) => void;
  /** Begins a message with a quote, in Markdown. */
  readonly onQuote: (to: Destination, markdown: string) => void;
}

/** The messages of a place. */
export function MessageList({ place }: MessageListProps) {
  const { messages } = useClient();
  const key = keyOf(narrowOf(place));
  // The narrow is what its key says.
  // oxlint-disable-next-line react/exhaustive-deps
  const narrow = useMemo(() => narrowOf(place), [key]);
  const window = useStore(useMemo(() => messages.window(narrow), [messages, narrow]));
  useEffect(() => messages.open(narrow, place.near ?? "first_unread"), [messages, narrow, place.near]);
  if (window.loading === "around") return <Skeleton lines={8} />;
  return (
    <ol className={styles["messages"]}>
      {window.ids.map((id) => (
        <Line key={id} id={id} />
      ))}
    </ol>
  );
}

function Line({ id }: { id: number }) {
  const { messages } = useClient();
  const message = useStore(useMemo(() => messages.message(id), [messages, id]));
  if (!message) return null;
  return (
    <li>
      <b>{message.sender_full_name}</b> {message.content.replaceAll(/<[^>]*>/g, "")}
    </li>
  );
}
