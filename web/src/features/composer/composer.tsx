import { PenLine } from "lucide-react";
import { Suspense, useImperativeHandle, useRef, useState, type Ref } from "react";
import type { Client } from "../../client/connection/client.ts";
import type { Destination } from "../../client/outbox/outbox.ts";
import { type MessagesRoute, conversationRoute } from "../../client/routes/route.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import type { ComposerActions } from "../../hooks/context/composer-context.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./composer.module.css";
import { DestinationLine } from "./destination/destination-line.tsx";
import { draftDestination, saveDraftLocally, moveDraft } from "./drafts/drafts.ts";
import { NewDestination } from "./destination/lazy-fields.ts";
import { DestinationWarnings } from "./warnings/destination-warnings.tsx";
import { MessageEditor } from "./message-editor.tsx";
import { useDestination } from "./destination/use-destination.ts";
import { useFollowMovedTopics } from "./destination/use-moved-topics.ts";

/** The functions of the composer that other components can call. */
export interface ComposerHandle extends ComposerActions {
  readonly focus: () => void;
}

interface ComposerProps {
  readonly route: MessagesRoute;
  readonly ref?: Ref<ComposerHandle>;
  /** Starts editing the user's last message in this conversation. */
  readonly onEditLast?: () => void;
}

/**
 * The message composer. In a view with messages of many conversations, the user chooses the conversation that the
 * message is sent to.
 */
export function Composer({ route, ref, onEditLast }: ComposerProps) {
  const client = useClient();
  const showSentElsewhere = useShowSentElsewhere();
  const root = useRef<HTMLDivElement>(null);
  const focus = (isInLine = false) => requestAnimationFrame(() => focusField(root.current, isInLine, MAX_FOCUS_FRAMES));
  const { own, other, setOther, forwarded, forward, startMessage } = useDestination(route);
  const current = other ?? (own && { to: own, quote: "", isNew: route.kind === "channel" });
  const choose = (to: Destination, quote: string) => {
    setOther({ to, quote, isNew: false });
    focus();
  };
  useImperativeHandle(ref, () => ({ replyTo: (to) => choose(to, ""), quote: choose, forward, focus: () => focus() }));
  useFollowMovedTopics((from, to) => {
    if (current && isSameDestination(draftDestination(current), from)) moveText(client, root.current, from, to, true);
    else void moveDraft(client, from, to, true);
    if (other && isSameDestination(draftDestination(other), from)) setOther({ ...other, to, quote: "" });
  });
  const start = (to: Destination) => {
    startMessage(to);
    focus(true);
  };
  if (forwarded !== null) return <NewMessage isOpenInitially onChoose={start} onClose={() => forward(null)} />;
  if (!current) return route.kind === "search" ? null : <NewMessage key={route.kind} onChoose={start} />;
  const isFeed = own === null || route.kind === "channel";
  const goOn = (to: Destination) => {
    moveText(client, root.current, draftDestination(current), draftDestination({ to, isNew: true }), false);
    setOther({ to, quote: "", isNew: true });
  };
  return (
    <div className={styles["composer"]} data-composer ref={root}>
      <DestinationChoice
        current={current}
        onChange={goOn}
        onFocus={focus}
        canChangeDestination={other === null}
        onClear={other && !(own && other.isNew && isFeed) ? () => setOther(null) : undefined}
      />
      <DestinationWarnings to={current.to} isElsewhere={!isFeed && !isSameDestination(current.to, own)} />
      <MessageEditor
        key={current.isNew && current.to.kind === "topic" ? `new ${current.to.channelId}` : JSON.stringify(current.to)}
        {...current}
        onSent={() => {
          setOther(current.isNew && isFeed ? other : null);
          if (!isFeed) showSentElsewhere(current.to, own);
        }}
        onEditLast={onEditLast}
      />
    </div>
  );
}

/**
 * Returns a function to be called after a message was sent. If the message went to a conversation that is not in view,
 * the function shows a toast with a link to that conversation.
 */
function useShowSentElsewhere() {
  const { go } = useNavigator();
  return (to: Destination, inView: Destination) => {
    if (isSameDestination(to, inView)) return;
    const action = { text: words.composer.goThere, run: () => go(conversationRoute(to)) };
    showToast({ text: words.composer.sentElsewhere, action });
  };
}

interface DestinationChoiceProps {
  readonly current: { readonly to: Destination; readonly isNew: boolean };
  /** Called when the user changes the topic or the recipients while writing. The text moves to that conversation. */
  readonly onChange: (to: Destination) => void;
  readonly onFocus: (isInLine?: boolean) => void;
  /** Whether the user can choose another destination. */
  readonly canChangeDestination: boolean;
  readonly onClear: (() => void) | undefined;
}

/** Shows the destination of the message, or, if the user wants to change it, a field for choosing another one. */
function DestinationChoice({
  current: { to, isNew },
  onChange,
  onFocus,
  canChangeDestination,
  onClear,
}: DestinationChoiceProps) {
  const [isLeaving, setLeaving] = useState(false);
  if (!isLeaving) {
    return (
      <DestinationLine
        to={to}
        onChange={isNew ? onChange : undefined}
        onTopicDone={() => onFocus()}
        onElsewhere={canChangeDestination ? () => setLeaving(true) : undefined}
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

/** Maximum number of animation frames to wait for a field to be rendered. */
const MAX_FOCUS_FRAMES = 60;

/** Focuses the text area or, if `isInLine`, the destination field above it. Waits until the field is rendered. */
function focusField(root: HTMLElement | null, isInLine: boolean, frames: number): void {
  const field = root?.querySelector<HTMLElement>(isInLine ? "input[role=combobox]" : "textarea");
  if (field) field.focus();
  else if (frames > 0) requestAnimationFrame(() => focusField(root, isInLine, frames - 1));
}

/** Moves the text that the user is writing from one destination to another. */
function moveText(
  client: Client,
  root: HTMLElement | null,
  from: Destination,
  to: Destination,
  isKnownElsewhere: boolean,
): void {
  const field = root?.querySelector("textarea");
  if (!field || isSameDestination(from, to)) return;
  saveDraftLocally(client, from, field.value);
  // The field is cleared so that its text is not saved as a draft of the old destination again.
  field.value = "";
  void moveDraft(client, from, to, isKnownElsewhere);
}

const isSameDestination = (a: Destination, b: Destination) => JSON.stringify(a) === JSON.stringify(b);

interface NewMessageProps {
  readonly onChoose: (to: Destination) => void;
  readonly onClose?: () => void;
  /** Whether the field for choosing a destination is open at first. */
  readonly isOpenInitially?: boolean;
}

/**
 * Shown when no conversation is in view or a message is forwarded: a button that starts a new message, and the field
 * for choosing its destination.
 */
function NewMessage({ onChoose, onClose, isOpenInitially = false }: NewMessageProps) {
  const [isChoosing, setChoosing] = useState(isOpenInitially);
  const close = () => {
    setChoosing(false);
    onClose?.();
  };
  return (
    <div className={`${styles["composer"]} ${styles["begin"]}`} data-composer>
      {isChoosing ? (
        <div className={styles["to"]}>
          <span className={styles["quiet"]}>{words.composer.to}</span>
          <Suspense>
            <NewDestination onChoose={onChoose} onClose={close} />
          </Suspense>
        </div>
      ) : (
        <Button variant="plain" onPress={() => setChoosing(true)}>
          <PenLine size={16} aria-hidden />
          {words.composer.newMessage}
        </Button>
      )}
    </div>
  );
}
