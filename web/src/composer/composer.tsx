import { useImperativeHandle, useRef, type KeyboardEvent, type Ref } from "react";
import type { Destination } from "../connection/outbox.ts";
import { type MessagesPlace, placeOf } from "../places/place.ts";
import { Button } from "../ui/button.tsx";
import { useClient } from "../view/client-context.tsx";
import { useNavigator } from "../view/use-place.tsx";
import { words } from "../words/index.ts";
import styles from "./composer.module.css";

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

/** Where one writes. */
export function Composer({ place, ref }: ComposerProps) {
  const { outbox } = useClient();
  const { go } = useNavigator();
  const field = useRef<HTMLTextAreaElement>(null);
  const to = destinationIn(place);
  useImperativeHandle(ref, () => ({
    replyTo: (other) => go(placeOf(other)),
    quote: (other, markdown) => {
      go(placeOf(other));
      if (field.current) field.current.value += `${markdown}\n`;
    },
    focus: () => field.current?.focus(),
  }));
  if (!to) return null;
  const send = () => {
    const content = field.current?.value.trim() ?? "";
    if (content === "" || !field.current) return;
    outbox.send(to, content);
    field.current.value = "";
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") field.current?.blur();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles["composer"]} data-composer>
      <textarea ref={field} rows={2} dir="auto" aria-label={words.composer.message} onKeyDown={onKeyDown} />
      <div className={styles["bar"]}>
        <Button look="primary" onPress={send}>
          {words.composer.send}
        </Button>
      </div>
    </div>
  );
}

function destinationIn(place: MessagesPlace): Destination | null {
  if (place.kind === "topic") return { kind: "topic", channelId: place.channelId, topic: place.topic };
  return place.kind === "direct" ? { kind: "direct", userIds: place.userIds } : null;
}
