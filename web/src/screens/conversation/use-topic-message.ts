import { useMemo } from "react";
import { topicKey } from "../../client/replica/selectors/channels/topics.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useStore } from "../../hooks/use-store.ts";

export interface TopicProps {
  readonly channelId: number;
  readonly topic: string;
}

/** A message of a topic: by it the server knows the topic. Undefined where the topic has none, or is not known here. */
export function useTopicMessage({ channelId, topic }: TopicProps): number | undefined {
  const client = useClient();
  const topics = useStore(useMemo(() => client.topics.topicsOf(channelId), [client, channelId]));
  const key = topicKey(channelId, topic);
  return topics?.find(({ name }) => topicKey(channelId, name) === key)?.newestId;
}
