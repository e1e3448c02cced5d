import { useMemo, useRef, useState } from "react";
import { Composer, type ComposerHandle } from "../../features/composer/composer.tsx";
import { EditRequestProvider } from "../../features/messages/message/editing/editing-context.tsx";
import { type ComposerActions, ComposerActionsProvider } from "../../hooks/context/composer-context.tsx";
import { MessageList } from "../../features/messages/list/message-list.tsx";
import type { MessagesRoute } from "../../client/routes/route.ts";
import { narrowOf } from "../../client/routes/route.ts";
import { canEditMessage } from "../../client/replica/selectors/message-permissions.ts";
import type { Outbox } from "../../client/outbox/outbox.ts";
import { missingTarget } from "../../client/replica/selectors/missing-target.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState, useSelected } from "../../hooks/use-store.ts";
import { narrowKey, type Narrow } from "../../client/routes/narrow.ts";
import styles from "./conversation.module.css";
import { ConversationHeader } from "./conversation-header.tsx";
import { HashIcon, UserRoundX } from "lucide-react";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { words } from "../../base/words/index.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { topicKey } from "../../client/replica/selectors/channels/topics.ts";
import { directKey } from "../../client/replica/selectors/unread/unread.ts";

/** Shows the names of the users who are typing in the conversation in view. */
function TypingIndicator({ place }: { place: MessagesRoute }) {
  const { typingUsers } = useClient();
  const key = typingKey(place);
  const there = useSelected(typingUsers, (all) => (key === null ? undefined : all.get(key)));
  const people = useClientState(peopleById);
  const isWanted = useClientState((state) => state.user_settings?.receives_typing_notifications ?? true);
  const names = isWanted ? [...(there ?? [])].flatMap((id) => people.get(id)?.full_name ?? []) : [];
  return (
    <p className={styles["writers"]} aria-live="polite">
      {names.length > 0 && (
        <>
          <span className={styles["dots"]} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {words.conversation.writing(names)}
        </>
      )}
    </p>
  );
}

function typingKey(place: MessagesRoute): string | null {
  if (place.kind === "topic") return topicKey(place.channelId, place.topic);
  return place.kind === "direct" ? directKey(place.userIds) : null;
}

/** Shown if the address names a channel or a user that does not exist or that the user cannot see. */
function UnknownTarget({ what }: { what: "channel" | "person" }) {
  const { title, more, all } = words.conversation.missing[what];
  const Icon = what === "channel" ? HashIcon : UserRoundX;
  return (
    <>
      <ScreenHeader title={words.conversation.missing.head} />
      <EmptyState icon={<Icon size={30} aria-hidden />} title={title}>
        <p>{more}</p>
        <RouteLink to={{ kind: "page", path: [what === "channel" ? "channels" : "people"] }}>{all}</RouteLink>
      </EmptyState>
    </>
  );
}

/** A message list, or an error if its channel or users are unknown. */
export function Conversation({ place }: { place: MessagesRoute }) {
  const missing = useClientState((state) => missingTarget(state, place));
  return missing ? <UnknownTarget what={missing} /> : <ConversationContent place={place} />;
}

/** A message list with its header and composer. */
function ConversationContent({ place }: { place: MessagesRoute }) {
  const composer = useRef<ComposerHandle>(null);
  const [writing] = useState((): ComposerActions => ({
    replyTo: (to) => composer.current?.replyTo(to),
    quote: (to, markdown) => composer.current?.quote(to, markdown),
    forward: (markdown) => composer.current?.forward(markdown),
  }));
  const narrow = narrowOf(place);
  const { editing, editLast } = useEditLastMessage(narrow);
  return (
    <div className={styles["conversation"]}>
      <ConversationHeader key={`head ${narrowKey(narrow)}`} place={place} />
      <EditRequestProvider value={editing}>
        <ComposerActionsProvider value={writing}>
          <MessageList key={narrowKey(narrow)} route={place} />
        </ComposerActionsProvider>
      </EditRequestProvider>
      <TypingIndicator place={place} />
      <Composer ref={composer} route={place} onEditLast={editLast} />
    </div>
  );
}

const hasPendingMessages = ({ messages }: Outbox): boolean =>
  messages.get().some(({ standing: status }) => status !== "refused");

/**
 * Returns a function that starts to edit the user's last message, and the current edit request. Only loaded messages
 * that the user may still edit are considered.
 */
function useEditLastMessage(narrow: Narrow) {
  const { messages, state, now, me, outbox } = useClient();
  const [id, setId] = useState<number | null>(null);
  const editing = useMemo(() => ({ id, onDone: () => setId(null) }), [id]);
  const editLast = () => {
    // A message that the server has not confirmed yet cannot be edited, so this waits until there are none.
    if (hasPendingMessages(outbox)) {
      const stop = outbox.messages.subscribe(() => {
        if (hasPendingMessages(outbox)) return;
        stop();
        look();
      });
    } else look();
  };
  const look = () => {
    const isMine = (one: number) => {
      const message = messages.message(one).get();
      return message?.sender_id === me && canEditMessage(state.get(), message, now());
    };
    setId(messages.window(narrow).get().ids.findLast(isMine) ?? null);
  };
  return { editing, editLast };
}
