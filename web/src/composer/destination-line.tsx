import { X } from "lucide-react";
import { useId, useMemo } from "react";
import type { Destination } from "../connection/outbox.ts";
import { channelsById, peopleById, subscriptionsById } from "../replica/selectors/by-id.ts";
import { bareTopic } from "../replica/selectors/topics.ts";
import { ChannelMark } from "../ui/channel-mark.tsx";
import { useClient } from "../view/client-context.tsx";
import { useKnown, useStore } from "../view/use-store.ts";
import { NewDestination } from "./new-destination.tsx";
import { words } from "../words/index.ts";
import styles from "./composer.module.css";

interface DestinationLineProps {
  readonly to: Destination;
  /** Where the topic, or more people, are still to be chosen: chooses them. */
  readonly onChange?: ((to: Destination) => void) | undefined;
  /** Goes back to the conversation in view. */
  readonly onClear?: (() => void) | undefined;
}

/** Says where the text goes, all the time. */
export function DestinationLine({ to, onChange, onClear }: DestinationLineProps) {
  return (
    <div className={styles["to"]}>
      <span className={styles["quiet"]}>{words.composer.to}</span>
      {to.kind === "topic" ? (
        <TopicLine
          channelId={to.channelId}
          topic={to.topic}
          onTopic={onChange && ((topic) => onChange({ ...to, topic }))}
        />
      ) : (
        <>
          <People userIds={to.userIds} />
          {onChange && <NewDestination userIds={to.userIds} onChoose={onChange} />}
        </>
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
}

function TopicLine({ channelId, topic, onTopic }: TopicLineProps) {
  const channel = useKnown((state) => channelsById(state).get(channelId));
  const colour = useKnown((state) => subscriptionsById(state).get(channelId)?.color) ?? "currentColor";
  const general = useKnown((state) => state.realm_empty_topic_display_name);
  return (
    <>
      <ChannelMark colour={colour} isPrivate={channel?.invite_only ?? false} />
      <span dir="auto">{channel?.name}</span>
      <span aria-hidden>{words.list.within}</span>
      {onTopic ? (
        <TopicField channelId={channelId} topic={topic} onTopic={onTopic} />
      ) : (
        <b dir="auto">{topic === "" ? <em>{general}</em> : bareTopic(topic)}</b>
      )}
    </>
  );
}

function TopicField({ channelId, topic, onTopic }: TopicLineProps & { onTopic: (topic: string) => void }) {
  const { topics: known } = useClient();
  const topics = useStore(useMemo(() => known.of(channelId), [known, channelId]));
  const longest = useKnown((state) => state.max_topic_length);
  const id = useId();
  return (
    <>
      <input
        className={styles["topic"]}
        value={topic}
        list={id}
        maxLength={longest}
        dir="auto"
        aria-label={words.composer.topic}
        placeholder={words.composer.chooseTopic}
        onChange={({ target }) => onTopic(target.value)}
      />
      <datalist id={id}>
        {topics?.slice(0, 50).map(({ name }) => (
          <option key={name} value={name} aria-label={name} />
        ))}
      </datalist>
    </>
  );
}

function People({ userIds }: { userIds: readonly number[] }) {
  const { me } = useClient();
  const people = useKnown(peopleById);
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  return <b dir="auto">{userIds[0] === me ? words.sidebar.notes : names.join(", ")}</b>;
}
