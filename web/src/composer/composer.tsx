import { PenLine } from "lucide-react";
import { useImperativeHandle, useMemo, useRef, useState, type Ref } from "react";
import type { Destination } from "../connection/outbox.ts";
import type { MessagesPlace } from "../places/place.ts";
import { Button } from "../ui/button.tsx";
import { words } from "../words/index.ts";
import styles from "./composer.module.css";
import { DestinationLine } from "./destination-line.tsx";
import { NewDestination } from "./new-destination.tsx";
import { Notices } from "./notices.tsx";
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
  /** Goes to the last message that one wrote here, to change it. */
  readonly onEditLast?: () => void;
}

/** Where it goes instead of to the conversation in view. */
interface Other {
  readonly to: Destination;
  readonly quote: string;
  /** Whether the place is still being chosen: its topic, or more people. */
  readonly isNew: boolean;
}

/** Where one writes. In a list of many conversations, to one that is chosen. */
export function Composer({ place, ref, onEditLast }: ComposerProps) {
  const own = useMemo(() => destinationIn(place), [place]);
  const [other, setOther] = useState<Other | null>(null);
  const [shownIn, setShownIn] = useState(place);
  if (shownIn !== place) {
    setShownIn(place);
    setOther(null);
  }
  const root = useRef<HTMLDivElement>(null);
  const focus = () => requestAnimationFrame(() => root.current?.querySelector("textarea")?.focus());
  const choose = (to: Destination, quote: string) => {
    setOther({ to, quote, isNew: false });
    focus();
  };
  useImperativeHandle(ref, () => ({ replyTo: (to) => choose(to, ""), quote: choose, focus }));
  const begin = (to: Destination) => {
    setOther({ to, quote: "", isNew: true });
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>("input, textarea")?.focus());
  };
  const current = other ?? (own && { to: own, quote: "", isNew: place.kind === "channel" });
  if (!current) return place.kind === "search" ? null : <Begin key={place.kind} onChoose={begin} />;
  const { to, quote, isNew } = current;
  return (
    <div className={styles["composer"]} data-composer ref={root}>
      <DestinationLine
        to={to}
        onChange={isNew ? (next) => setOther({ to: next, quote: "", isNew }) : undefined}
        onClear={other && !(own && isNew) ? () => setOther(null) : undefined}
      />
      <Notices to={to} isElsewhere={place.kind !== "channel" && own !== null && !isSame(to, own)} />
      <TextField
        key={isNew ? `new ${to.kind}` : JSON.stringify(to)}
        to={to}
        quote={quote}
        needsTopic={isNew && to.kind === "topic" && to.topic.trim() === ""}
        onSent={() => setOther(isNew ? other : null)}
        onEditLast={onEditLast}
      />
    </div>
  );
}

const isSame = (a: Destination, b: Destination) => JSON.stringify(a) === JSON.stringify(b);

/** Where no conversation is in view: begins one. */
function Begin({ onChoose }: { onChoose: (to: Destination) => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={`${styles["composer"]} ${styles["begin"]}`} data-composer>
      {isAsking ? (
        <div className={styles["to"]}>
          <span className={styles["quiet"]}>{words.composer.to}</span>
          <NewDestination onChoose={onChoose} onClose={() => setAsking(false)} />
        </div>
      ) : (
        <Button look="plain" onPress={() => setAsking(true)}>
          <PenLine size={16} aria-hidden />
          {words.composer.newMessage}
        </Button>
      )}
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
