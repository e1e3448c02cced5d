import { useMemo, useRef, useState } from "react";
import { Composer, type ComposerHandle } from "../../features/composer/composer.tsx";
import { EditingProvider } from "../../features/messages/message/editing/editing-context.tsx";
import { type Writing, WritingProvider } from "../../hooks/context/composer-context.tsx";
import { MessageList } from "../../features/messages/list/message-list.tsx";
import type { MessagesPlace } from "../../client/routes/route.ts";
import { narrowOf } from "../../client/routes/route.ts";
import { mayEdit } from "../../client/replica/selectors/permissions.ts";
import type { Outbox } from "../../client/outbox/outbox.ts";
import { missingOf } from "../../client/replica/selectors/missing-target.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { keyOf, type Narrow } from "../../client/routes/narrow.ts";
import styles from "./conversation.module.css";
import { Head } from "./conversation-header.tsx";
import { Missing } from "./missing.tsx";
import { Writers } from "./writers.tsx";

/** A list of messages, or that there is none by that name. */
export function Conversation({ place }: { place: MessagesPlace }) {
  const missing = useKnown((state) => missingOf(state, place));
  return missing ? <Missing what={missing} /> : <Known place={place} />;
}

/** A list of messages, what it is, and where one writes into it. */
function Known({ place }: { place: MessagesPlace }) {
  const composer = useRef<ComposerHandle>(null);
  const [writing] = useState((): Writing => ({
    replyTo: (to) => composer.current?.replyTo(to),
    quote: (to, markdown) => composer.current?.quote(to, markdown),
    forward: (markdown) => composer.current?.forward(markdown),
  }));
  const narrow = narrowOf(place);
  const { editing, editLast } = useEditing(narrow);
  return (
    <div className={styles["conversation"]}>
      <Head key={`head ${keyOf(narrow)}`} place={place} />
      <EditingProvider value={editing}>
        <WritingProvider value={writing}>
          <MessageList key={keyOf(narrow)} place={place} />
        </WritingProvider>
      </EditingProvider>
      <Writers place={place} />
      <Composer ref={composer} place={place} onEditLast={editLast} />
    </div>
  );
}

const isOnItsWay = ({ messages }: Outbox): boolean => messages.get().some(({ standing }) => standing !== "refused");

/** Changes the last message of one's own that is here and may still be changed. */
function useEditing(narrow: Narrow) {
  const { messages, state, now, me, outbox } = useClient();
  const [id, setId] = useState<number | null>(null);
  const editing = useMemo(() => ({ id, onDone: () => setId(null) }), [id]);
  const editLast = () => {
    // What was sent just now can be changed once it is there.
    if (isOnItsWay(outbox)) {
      const stop = outbox.messages.subscribe(() => {
        if (isOnItsWay(outbox)) return;
        stop();
        look();
      });
    } else look();
  };
  const look = () => {
    const isMine = (one: number) => {
      const message = messages.message(one).get();
      return message?.sender_id === me && mayEdit(state.get(), message, now());
    };
    setId(messages.window(narrow).get().ids.findLast(isMine) ?? null);
  };
  return { editing, editLast };
}
