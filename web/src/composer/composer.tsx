import { useImperativeHandle, useMemo, useRef, useState, type Ref } from "react";
import type { Destination } from "../connection/outbox.ts";
import type { MessagesPlace } from "../places/place.ts";
import styles from "./composer.module.css";
import { DestinationLine } from "./destination-line.tsx";
import { TextField } from "./text-field.tsx";

/** What others ask of the composer. */
export interface ComposerHandle {
  /** Writes to a conversation from now on. */
  readonly replyTo: (to: Destination) => void;
  /** The same, beginning with a quote, in Markdown. */
  readonly quote: (to: Destination, markdown: string) => void;
  readonly focus: () => void;
}

interface ComposerProps {
  readonly place: MessagesPlace;
  readonly ref?: Ref<ComposerHandle>;
}

/** Where one writes. In a list of many conversations, to one that is chosen. */
export function Composer({ place, ref }: ComposerProps) {
  const own = useMemo(() => destinationIn(place), [place]);
  const [other, setOther] = useState<{ readonly to: Destination; readonly quote: string } | null>(null);
  const [shownIn, setShownIn] = useState(place);
  if (shownIn !== place) {
    setShownIn(place);
    setOther(null);
  }
  const root = useRef<HTMLDivElement>(null);
  const focus = () => requestAnimationFrame(() => root.current?.querySelector("textarea")?.focus());
  const choose = (to: Destination, quote: string) => {
    setOther({ to, quote });
    focus();
  };
  useImperativeHandle(ref, () => ({ replyTo: (to) => choose(to, ""), quote: choose, focus }));
  const to = other?.to ?? own;
  if (!to) return null;
  // In a channel's feed each message may begin a topic of its own.
  const isNewTopic = place.kind === "channel" && !other?.quote && to.kind === "topic";
  const withTopic = (topic: string) => {
    if (to.kind === "topic") setOther({ to: { ...to, topic }, quote: "" });
  };
  const needsTopic = isNewTopic && to.topic.trim() === "";
  return (
    <div className={styles["composer"]} data-composer ref={root}>
      <DestinationLine
        to={to}
        onTopic={isNewTopic ? withTopic : undefined}
        onClear={other && !isNewTopic ? () => setOther(null) : undefined}
      />
      <TextField
        key={isNewTopic ? "new topic" : JSON.stringify(to)}
        to={to}
        quote={other?.quote ?? ""}
        needsTopic={needsTopic}
        onSent={() => setOther(isNewTopic ? other : null)}
      />
    </div>
  );
}

function destinationIn(place: MessagesPlace): Destination | null {
  switch (place.kind) {
    case "topic":
      return { kind: "topic", channelId: place.channelId, topic: place.topic };
    case "channel":
      return { kind: "topic", channelId: place.channelId, topic: "" };
    case "direct":
      return { kind: "direct", userIds: place.userIds };
    default:
      return null;
  }
}
