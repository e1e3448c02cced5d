import { useMemo } from "react";
import { topicWithoutResolvedMark } from "../../../client/replica/selectors/channels/topics.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState, useStore } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { bestMatches } from "../../../base/text/rank-matches.ts";
import { SuggestionField } from "./suggestion-field.tsx";

/** Maximum number of suggested topics. */
const MAX_SUGGESTIONS = 8;

interface TopicFieldProps {
  readonly channelId: number;
  readonly topic: string;
  readonly onTopic: (topic: string) => void;
  readonly onDone: () => void;
}

/** A field for entering a topic. Suggests the existing topics of the channel. */
export function TopicField({ channelId, topic, onTopic, onDone }: TopicFieldProps) {
  const { topics: known } = useClient();
  const topics = useStore(useMemo(() => known.topicsOf(channelId), [known, channelId]));
  const longest = useClientState((state) => state.max_topic_length);
  const names = (topics ?? []).filter(({ name }) => name !== "" && name !== topic);
  const suggestions = bestMatches(names, ({ name }) => [topicWithoutResolvedMark(name)], topic, MAX_SUGGESTIONS).map(
    ({ name }) => ({
      key: name,
      text: name,
      note: "",
    }),
  );
  return (
    <SuggestionField
      id="topic-suggestions"
      label={words.composer.topic}
      placeholder={words.composer.chooseTopic}
      allowsCustomValue
      maxLength={longest}
      value={topic}
      onInput={onTopic}
      suggestions={suggestions}
      onChoose={({ text }) => {
        onTopic(text);
        onDone();
      }}
      onEnter={onDone}
    />
  );
}
