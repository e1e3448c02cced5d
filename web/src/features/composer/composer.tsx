import { PenLine } from "lucide-react";
import { Suspense, useImperativeHandle, useRef, useState, type Ref } from "react";
import type { Client } from "../../client/connection/client.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { type MessagesPlace, placeOf } from "../../client/routes/route.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import type { Writing } from "../../hooks/context/composer-context.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./composer.module.css";
import { DestinationLine } from "./destination/destination-line.tsx";
import { draftPlace, keepHere, moveDraft } from "./drafts/drafts.ts";
import { NewDestination } from "./destination/lazy-fields.ts";
import { Notices } from "./warnings/destination-warnings.tsx";
import { TextField } from "./message-editor.tsx";
import { useDestination } from "./destination/use-destination.ts";
import { useMovedTopics } from "./destination/use-moved-topics.ts";

/** What others ask of the composer. */
export interface ComposerHandle extends Writing {
  readonly focus: () => void;
}

interface ComposerProps {
  readonly place: MessagesPlace;
  readonly ref?: Ref<ComposerHandle>;
  /** Goes to the last message that one wrote here, to change it. */
  readonly onEditLast?: () => void;
}

/** Where one writes. In a list of many conversations, to one that is chosen. */
export function Composer({ place, ref, onEditLast }: ComposerProps) {
  const client = useClient();
  const sayWhere = useSayWhere();
  const root = useRef<HTMLDivElement>(null);
  const focus = (isInLine = false) => requestAnimationFrame(() => focusIn(root.current, isInLine, FRAMES));
  const { own, other, setOther, forwarded, forward, begin } = useDestination(place);
  const current = other ?? (own && { to: own, quote: "", isNew: place.kind === "channel" });
  const choose = (to: Destination, quote: string) => {
    setOther({ to, quote, isNew: false });
    focus();
  };
  useImperativeHandle(ref, () => ({ replyTo: (to) => choose(to, ""), quote: choose, forward, focus: () => focus() }));
  useMovedTopics((from, to) => {
    if (current && isSame(draftPlace(current), from)) takeAlong(client, root.current, from, to, true);
    else void moveDraft(client, from, to, true);
    if (other && isSame(draftPlace(other), from)) setOther({ ...other, to, quote: "" });
  });
  const start = (to: Destination) => {
    begin(to);
    focus(true);
  };
  if (forwarded !== null) return <Begin isAsked onChoose={start} onClose={() => forward(null)} />;
  if (!current) return place.kind === "search" ? null : <Begin key={place.kind} onChoose={start} />;
  const isFeed = own === null || place.kind === "channel";
  const goOn = (to: Destination) => {
    takeAlong(client, root.current, draftPlace(current), draftPlace({ to, isNew: true }), false);
    setOther({ to, quote: "", isNew: true });
  };
  return (
    <div className={styles["composer"]} data-composer ref={root}>
      <Destined
        current={current}
        onChange={goOn}
        onFocus={focus}
        mayLeave={other === null}
        onClear={other && !(own && other.isNew && isFeed) ? () => setOther(null) : undefined}
      />
      <Notices to={current.to} isElsewhere={!isFeed && !isSame(current.to, own)} />
      <TextField
        key={current.isNew && current.to.kind === "topic" ? `new ${current.to.channelId}` : JSON.stringify(current.to)}
        {...current}
        onSent={() => {
          setOther(current.isNew && isFeed ? other : null);
          if (!isFeed) sayWhere(current.to, own);
        }}
        onEditLast={onEditLast}
      />
    </div>
  );
}

/** Says that something was sent to another conversation than the one in view, and leads there. */
function useSayWhere() {
  const { go } = useNavigator();
  return (to: Destination, inView: Destination) => {
    if (isSame(to, inView)) return;
    const action = { text: words.composer.goThere, run: () => go(placeOf(to)) };
    say({ text: words.composer.sentElsewhere, action });
  };
}

interface DestinedProps {
  readonly current: { readonly to: Destination; readonly isNew: boolean };
  /** The text goes on to somewhere else. */
  readonly onChange: (to: Destination) => void;
  readonly onFocus: (isInLine?: boolean) => void;
  /** Whether another place can be chosen from the beginning. */
  readonly mayLeave: boolean;
  readonly onClear: (() => void) | undefined;
}

/** Where the text goes, or the choice of another place for it. */
function Destined({ current: { to, isNew }, onChange, onFocus, mayLeave, onClear }: DestinedProps) {
  const [isLeaving, setLeaving] = useState(false);
  if (!isLeaving) {
    return (
      <DestinationLine
        to={to}
        onChange={isNew ? onChange : undefined}
        onTopicDone={() => onFocus()}
        onElsewhere={mayLeave ? () => setLeaving(true) : undefined}
        onClear={onClear}
      />
    );
  }
  const leave = (next: Destination) => {
    setLeaving(false);
    onChange(next);
    onFocus(true);
  };
  return (
    <div className={styles["to"]}>
      <span className={styles["quiet"]}>{words.composer.to}</span>
      <Suspense>
        <NewDestination onChoose={leave} onClose={() => setLeaving(false)} />
      </Suspense>
    </div>
  );
}

/** So often it is looked whether a field is there that comes late. */
const FRAMES = 60;

/** Puts the focus into the text; or into the line above it, which may still be on its way. */
function focusIn(root: HTMLElement | null, isInLine: boolean, frames: number): void {
  const field = root?.querySelector<HTMLElement>(isInLine ? "input[role=combobox]" : "textarea");
  if (field) field.focus();
  else if (frames > 0) requestAnimationFrame(() => focusIn(root, isInLine, frames - 1));
}

/** Has what was written to one place go on at another. */
function takeAlong(
  client: Client,
  root: HTMLElement | null,
  from: Destination,
  to: Destination,
  isKnownElsewhere: boolean,
): void {
  const field = root?.querySelector("textarea");
  if (!field || isSame(from, to)) return;
  keepHere(client, from, field.value);
  // What goes with the text is not kept once more where it was.
  field.value = "";
  void moveDraft(client, from, to, isKnownElsewhere);
}

const isSame = (a: Destination, b: Destination) => JSON.stringify(a) === JSON.stringify(b);

interface BeginProps {
  readonly onChoose: (to: Destination) => void;
  readonly onClose?: () => void;
  /** Whether somebody has asked already to write somewhere. */
  readonly isAsked?: boolean;
}

/** Where no conversation is in view: begins one. */
function Begin({ onChoose, onClose, isAsked = false }: BeginProps) {
  const [isAsking, setAsking] = useState(isAsked);
  const close = () => {
    setAsking(false);
    onClose?.();
  };
  return (
    <div className={`${styles["composer"]} ${styles["begin"]}`} data-composer>
      {isAsking ? (
        <div className={styles["to"]}>
          <span className={styles["quiet"]}>{words.composer.to}</span>
          <Suspense>
            <NewDestination onChoose={onChoose} onClose={close} />
          </Suspense>
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
