import { memo, useCallback, useMemo } from "react";
import { Message } from "../message/message.tsx";
import { Outgoing } from "../message/pending-message.tsx";
import { type MessagesPlace, narrowOf } from "../../../client/routes/route.ts";
import type { MessageWindow } from "../../../client/replica/messages/messages.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useNow } from "../../../hooks/use-now.ts";
import { useSelected, useStore } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { dayName } from "../../../base/words/en/times.ts";
import { ConversationBar } from "./conversation-bar.tsx";
import type { Item } from "./message-list-items.ts";
import styles from "./message-list.module.css";

interface ListItemProps {
  readonly item: Item;
  readonly place: MessagesPlace;
}

/** One line of a list, whatever it is. */
export const ListItem = memo(function ListItem({ item, place }: ListItemProps) {
  switch (item.kind) {
    case "beginning":
      return <p className={styles["beginning"]}>{words.list.beginning}</p>;
    case "day":
      return <DayLine moment={item.moment} />;
    case "unread":
      return (
        <div className={styles["unread"]} role="separator">
          <span>{words.list.unread(item.count)}</span>
        </div>
      );
    case "conversation":
      return <ConversationLine id={item.id} />;
    case "message":
      return (
        <div className={styles["item"]}>
          <MessageIn place={place} id={item.id} isFirst={item.isFirst} />
        </div>
      );
    case "outgoing":
      return (
        <div className={styles["item"]}>
          <Outgoing messageKey={item.key} isFirst={item.isFirst} />
        </div>
      );
  }
});

interface MessageInProps extends Omit<ListItemProps, "item"> {
  readonly id: number;
  readonly isFirst: boolean;
}

/** A message, with what was looked for marked in it. */
function MessageIn({ place, id, ...rest }: MessageInProps) {
  const { messages } = useClient();
  const window = useMemo(() => messages.window(narrowOf(place)), [messages, place]);
  const marked = useSelected(
    window,
    useCallback(({ marked: all }: MessageWindow) => all.get(id), [id]),
  );
  return <Message {...rest} id={id} isTarget={place.near === id} marked={marked} />;
}

function DayLine({ moment }: { moment: number }) {
  const now = useNow(300);
  return (
    <div className={styles["day"]} role="separator">
      <span>{dayName(moment, now)}</span>
    </div>
  );
}

function ConversationLine({ id }: { id: number }) {
  const { messages } = useClient();
  const message = useStore(useMemo(() => messages.message(id), [messages, id]));
  return message ? <ConversationBar message={message} /> : null;
}
