import { useMemo, useState } from "react";
import { channelsById, subscriptionsById } from "../../../../client/replica/selectors/entities-by-id.ts";
import { canMoveBetweenChannels } from "../../../../client/replica/selectors/message-permissions.ts";
import { canPostInChannel } from "../../../../client/replica/selectors/posting-permissions.ts";
import { topicWithoutResolvedMark, topicKey } from "../../../../client/replica/selectors/channels/topics.ts";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { useStore } from "../../../../hooks/use-store.ts";

export interface TopicLocation {
  readonly channelId: number;
  readonly topic: string;
}

/** Where messages shall go, as it is written. */
export interface MoveTarget {
  /** The names of the channels that they may go to. */
  readonly channels: readonly string[];
  readonly channel: string;
  readonly setChannel: (name: string) => void;
  /** The topics of that channel. */
  readonly topics: readonly string[];
  readonly topic: string;
  readonly setTopic: (name: string) => void;
  /** Null while there is no such channel. */
  readonly to: TopicLocation | null;
  /** Whether that is where they are. */
  readonly isSame: boolean;
  /** Whether there are messages already. */
  readonly isKnown: boolean;
}

/** Asks where messages of a topic shall go. */
export function useMoveTarget(from: TopicLocation): MoveTarget {
  const client = useClient();
  // What may be chosen stays as it is while somebody chooses.
  const [channels] = useState(() => targetChannels(client.state.get(), from.channelId));
  const [channel, setChannel] = useState(() => [...channels].find(([, id]) => id === from.channelId)?.[0] ?? "");
  const [topic, setTopic] = useState(topicWithoutResolvedMark(from.topic));
  const channelId = channels.get(channel);
  const source = useMemo(
    () => client.topics.topicsOf(channelId ?? from.channelId),
    [client, channelId, from.channelId],
  );
  const topics = (useStore(source) ?? []).map(({ name }) => name);
  const written = topic.trim();
  // A topic that keeps its name stays settled wherever it goes.
  const name = written === topicWithoutResolvedMark(from.topic) ? from.topic : written;
  const isHere = (one: string) => channelId !== undefined && topicKey(channelId, one) === topicKey(channelId, name);
  return {
    channels: [...channels.keys()],
    channel,
    setChannel,
    topics,
    topic,
    setTopic,
    to: channelId === undefined ? null : { channelId, topic: name },
    isSame: channelId === from.channelId && name === from.topic,
    isKnown: topics.some(isHere),
  };
}

/** The channels to which messages of one may go, by name: itself, and others where the person may take them there. */
function targetChannels(state: Parameters<typeof channelsById>[0], channelId: number): ReadonlyMap<string, number> {
  const own = subscriptionsById(state);
  const others = canMoveBetweenChannels(state, channelId)
    ? [...channelsById(state).values()].filter(({ stream_id }) => canPostInChannel(state, stream_id))
    : [];
  const here = channelsById(state).get(channelId);
  const all = [...(here ? [here] : []), ...others].toSorted(
    (a, b) => Number(own.has(b.stream_id)) - Number(own.has(a.stream_id)) || a.name.localeCompare(b.name),
  );
  return new Map(all.map(({ name, stream_id }) => [name, stream_id]));
}
