import { useRef } from "react";
import { Composer, type ComposerHandle } from "../../composer/composer.tsx";
import { MessageList } from "../../message-list/message-list.tsx";
import type { MessagesPlace } from "../../places/place.ts";
import { narrowOf } from "../../places/place.ts";
import { keyOf } from "../../replica/narrow.ts";
import styles from "./conversation.module.css";
import { Head } from "./head.tsx";
import { Writers } from "./writers.tsx";

/** A list of messages, what it is, and where one writes into it. */
export function Conversation({ place }: { place: MessagesPlace }) {
  const composer = useRef<ComposerHandle>(null);
  const narrow = narrowOf(place);
  return (
    <div className={styles["conversation"]}>
      <Head key={`head ${keyOf(narrow)}`} place={place} />
      <MessageList
        key={keyOf(narrow)}
        place={place}
        onReply={(to) => composer.current?.replyTo(to)}
        onQuote={(to, text) => composer.current?.quote(to, text)}
      />
      <Writers place={place} />
      <Composer ref={composer} place={place} />
    </div>
  );
}
