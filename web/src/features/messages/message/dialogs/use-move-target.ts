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

/** The destination of a move, as the user has entered it so far. */
export interface MoveTarget {
  /** Names of the channels to which the messages can be moved. */
  readonly channels: readonly string[];
  readonly channel: string;
  readonly setChannel: (name: string) => void;
  /** Topics of the chosen channel. */
  readonly topics: readonly string[];
  readonly topic: string;
  readonly setTopic: (name: string) => void;
  /** The destination, or null if no channel has the entered name. */
  readonly to: TopicLocation | null;
  /** Whether the destination is where the messages already are. */
  readonly isSame: boolean;
  /** Whether the destination is a topic that already has messages. */
  readonly isKnown: boolean;
}

/** Returns the state of the fields in which the user enters the destination of a move. */
export function useMoveTarget(from: TopicLocation): MoveTarget {
  const client = useClient();
  // Computed once, because the available channels should not change while the user chooses.
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
  // The field shows the topic's name without the mark of resolved topics. If the user does not change the name, the
  // topic keeps the mark.
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

/**
 * Returns the ids of the channels to which messages can be moved, by name: the current channel and, if the user may
 * move messages between channels, those in which the user may post.
 */
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
