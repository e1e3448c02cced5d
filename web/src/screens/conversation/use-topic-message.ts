import { useMemo } from "react";
import { topicKey } from "../../client/replica/selectors/channels/topics.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useStore } from "../../hooks/use-store.ts";

export interface TopicProps {
  readonly channelId: number;
  readonly topic: string;
}

/**
 * Returns the id of a message of a topic, with which requests identify the topic. Undefined if the topic has no
 * messages, or if the topics of its channel are not loaded yet.
 */
export function useTopicMessage({ channelId, topic }: TopicProps): number | undefined {
  const client = useClient();
  const topics = useStore(useMemo(() => client.topics.topicsOf(channelId), [client, channelId]));
  const key = topicKey(channelId, topic);
  return topics?.find(({ name }) => topicKey(channelId, name) === key)?.newestId;
}
