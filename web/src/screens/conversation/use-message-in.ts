import { useMemo } from "react";
import { topicKey } from "../../replica/selectors/topics.ts";
import { useClient } from "../../view/client-context.tsx";
import { useStore } from "../../view/use-store.ts";

export interface TopicProps {
  readonly channelId: number;
  readonly topic: string;
}

/** A message of a topic: by it the server knows the topic. Undefined where the topic has none, or is not known here. */
export function useMessageIn({ channelId, topic }: TopicProps): number | undefined {
  const client = useClient();
  const topics = useStore(useMemo(() => client.topics.of(channelId), [client, channelId]));
  const key = topicKey(channelId, topic);
  return topics?.find(({ name }) => topicKey(channelId, name) === key)?.newestId;
}
