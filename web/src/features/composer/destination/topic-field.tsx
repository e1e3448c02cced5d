import { useMemo } from "react";
import { bareTopic } from "../../../client/replica/selectors/channels/topics.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useKnown, useStore } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { best } from "../../../base/text/rank-matches.ts";
import { SuggestField } from "./suggestion-field.tsx";

/** So many topics are offered at a time. */
const OFFERED = 8;

interface TopicFieldProps {
  readonly channelId: number;
  readonly topic: string;
  readonly onTopic: (topic: string) => void;
  readonly onDone: () => void;
}

/** Asks for the topic: one that the channel has, or a new one. */
export function TopicField({ channelId, topic, onTopic, onDone }: TopicFieldProps) {
  const { topics: known } = useClient();
  const topics = useStore(useMemo(() => known.of(channelId), [known, channelId]));
  const longest = useKnown((state) => state.max_topic_length);
  const names = (topics ?? []).filter(({ name }) => name !== "" && name !== topic);
  const suggestions = best(names, ({ name }) => [bareTopic(name)], topic, OFFERED).map(({ name }) => ({
    key: name,
    text: name,
    note: "",
  }));
  return (
    <SuggestField
      id="topic-suggestions"
      label={words.composer.topic}
      placeholder={words.composer.chooseTopic}
      takesOthers
      maxLength={longest}
      value={topic}
      onWrite={onTopic}
      suggestions={suggestions}
      onChoose={({ text }) => {
        onTopic(text);
        onDone();
      }}
      onEnter={onDone}
    />
  );
}
