import { PenLine, X } from "lucide-react";
import { Suspense } from "react";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { channelsById, peopleById, subscriptionsById } from "../../../client/replica/selectors/entities-by-id.ts";
import { topicWithoutResolvedMark } from "../../../client/replica/selectors/channels/topics.ts";
import { ChannelIcon } from "../../../base/ui/channel-icon.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { NewDestination, TopicField } from "./lazy-fields.ts";
import { words } from "../../../base/words/index.ts";
import styles from "../composer.module.css";

interface DestinationLineProps {
  readonly to: Destination;
  /** Called when the user changes the topic or the recipients. Undefined if they cannot be changed. */
  readonly onChange?: ((to: Destination) => void) | undefined;
  /** Called when the user has finished entering the topic, to move the focus to the text area. */
  readonly onTopicDone: () => void;
  /** Opens the field for choosing another destination. Undefined if the destination cannot be changed. */
  readonly onElsewhere?: (() => void) | undefined;
  /** Resets the destination to the conversation in view. Undefined if there is nothing to reset. */
  readonly onClear?: (() => void) | undefined;
}

/** The line above the text area that shows the destination of the message. */
export function DestinationLine({ to, onChange, onTopicDone, onElsewhere, onClear }: DestinationLineProps) {
  return (
    <div className={styles["to"]}>
      <span className={styles["quiet"]}>{words.composer.to}</span>
      {to.kind === "topic" ? (
        <TopicLine
          channelId={to.channelId}
          topic={to.topic}
          onTopic={onChange && ((topic) => onChange({ ...to, topic }))}
          onTopicDone={onTopicDone}
        />
      ) : (
        <>
          <Recipients userIds={to.userIds} />
          <Suspense>{onChange && <NewDestination userIds={to.userIds} onChoose={onChange} />}</Suspense>
        </>
      )}
      {onElsewhere && (
        <button
          type="button"
          className={styles["elsewhere"]}
          aria-label={words.composer.elsewhere}
          title={words.composer.elsewhere}
          onClick={onElsewhere}
        >
          <PenLine size={14} aria-hidden />
        </button>
      )}
      {onClear && (
        <button type="button" className={styles["clear"]} aria-label={words.ui.cancel} onClick={onClear}>
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

interface TopicLineProps {
  readonly channelId: number;
  readonly topic: string;
  readonly onTopic: ((topic: string) => void) | undefined;
  readonly onTopicDone: () => void;
}

function TopicLine({ channelId, topic, onTopic, onTopicDone }: TopicLineProps) {
  const channel = useClientState((state) => channelsById(state).get(channelId));
  const colour = useClientState((state) => subscriptionsById(state).get(channelId)?.color) ?? "currentColor";
  const general = useClientState((state) => state.realm_empty_topic_display_name);
  return (
    <>
      <ChannelIcon colour={colour} isPrivate={channel?.invite_only ?? false} />
      <span dir="auto">{channel?.name}</span>
      <span aria-hidden>{words.messageList.within}</span>
      {onTopic ? (
        <Suspense fallback={<b dir="auto">{topic}</b>}>
          <TopicField channelId={channelId} topic={topic} onTopic={onTopic} onDone={onTopicDone} />
        </Suspense>
      ) : (
        <b dir="auto">{topic === "" ? <em>{general}</em> : topicWithoutResolvedMark(topic)}</b>
      )}
    </>
  );
}

function Recipients({ userIds }: { userIds: readonly number[] }) {
  const { me } = useClient();
  const people = useClientState(peopleById);
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  return <b dir="auto">{userIds[0] === me ? words.sidebar.notes : names.join(", ")}</b>;
}
