import { useMemo, useRef, useState } from "react";
import { Composer, type ComposerHandle } from "../../composer/composer.tsx";
import { EditingProvider } from "../../message/editing.tsx";
import { MessageList } from "../../message-list/message-list.tsx";
import type { MessagesPlace } from "../../places/place.ts";
import { narrowOf } from "../../places/place.ts";
import { mayEdit } from "../../replica/selectors/permissions.ts";
import { useClient } from "../../view/client-context.tsx";
import { keyOf, type Narrow } from "../../replica/narrow.ts";
import styles from "./conversation.module.css";
import { Head } from "./head.tsx";
import { Writers } from "./writers.tsx";

/** A list of messages, what it is, and where one writes into it. */
export function Conversation({ place }: { place: MessagesPlace }) {
  const composer = useRef<ComposerHandle>(null);
  const narrow = narrowOf(place);
  const { editing, editLast } = useEditing(narrow);
  return (
    <div className={styles["conversation"]}>
      <Head key={`head ${keyOf(narrow)}`} place={place} />
      <EditingProvider value={editing}>
        <MessageList
          key={keyOf(narrow)}
          place={place}
          onReply={(to) => composer.current?.replyTo(to)}
          onQuote={(to, text) => composer.current?.quote(to, text)}
        />
      </EditingProvider>
      <Writers place={place} />
      <Composer ref={composer} place={place} onEditLast={editLast} />
    </div>
  );
}

/** Changes the last message of one's own that is here and may still be changed. */
function useEditing(narrow: Narrow) {
  const { messages, state, now, me } = useClient();
  const [id, setId] = useState<number | null>(null);
  const editing = useMemo(() => ({ id, onDone: () => setId(null) }), [id]);
  const editLast = () => {
    const isMine = (one: number) => {
      const message = messages.message(one).get();
      return message?.sender_id === me && mayEdit(state.get(), message, now());
    };
    setId(messages.window(narrow).get().ids.findLast(isMine) ?? null);
  };
  return { editing, editLast };
}
