import { useEffect, useMemo } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Client } from "../connection/client.ts";
import type { KnownTopic } from "../replica/topics.ts";
import { subscriptionsById } from "../replica/selectors/by-id.ts";
import { directConversations } from "../replica/selectors/sidebar.ts";
import { topicKey } from "../replica/selectors/topics.ts";
import { unreadOf } from "../replica/selectors/unread.ts";
import { constant } from "../replica/source.ts";
import { useClient } from "../view/client-context.tsx";
import { useNavigator } from "../view/use-place.tsx";
import { useKnown, useStore } from "../view/use-store.ts";
import { fixedEntries, type PaletteEntry, topicEntry } from "./palette-entries.ts";

/** What one has talked about last comes first: unread topics, those of the channel in view, the newest; then everything else. */
export function useEntries(): readonly PaletteEntry[] {
  const client = useClient();
  const { place } = useNavigator();
  const fixed = useKnown(fixedEntries);
  const state = useStore(client.state);
  const channelId = place !== null && "channelId" in place ? place.channelId : null;
  const inView = useStore(channelId === null ? unknown : client.topics.of(channelId));
  const newest = useStore(client.messages.window(EVERYWHERE)).ids;
  useEffect(() => client.messages.open(EVERYWHERE, "newest"), [client]);
  const topics = useMemo(() => {
    const near = (inView ?? [])
      .slice(0, TOPICS_IN_VIEW)
      .map(({ name }) => ({ channelId: channelId ?? 0, topic: name }));
    return entriesOf([...unreadTopics(state), ...near, ...topicsOf(newest, client)], state);
  }, [state, inView, channelId, newest, client]);
  return useMemo(() => {
    const talkedTo = new Set(
      directConversations(client.state.get())
        .filter((ids) => ids.length === 1)
        .map(([id]) => id),
    );
    const rank = ({ personId }: PaletteEntry) => (personId !== undefined && talkedTo.has(personId) ? 0 : 1);
    const others = fixed.filter(({ personId }) => personId !== client.me).toSorted((a, b) => rank(a) - rank(b));
    return [...topics, ...others];
  }, [topics, fixed, client]);
}

const unknown = constant<readonly KnownTopic[] | null>(null);
const EVERYWHERE = [] as const;

/** So many topics of the channel in view can be jumped to. */
const TOPICS_IN_VIEW = 500;

interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

const unreadTopics = (state: State): readonly Topic[] =>
  [...unreadOf(state).topics.values()].filter(({ isMuted }) => !isMuted).toSorted((a, b) => b.newestId - a.newestId);

/** The topics of messages, the newest first. */
const topicsOf = (ids: readonly number[], { messages }: Client): readonly Topic[] =>
  ids.toReversed().flatMap((id) => {
    const message = messages.message(id).get();
    return message?.stream_id === undefined ? [] : [{ channelId: message.stream_id, topic: message.subject }];
  });

/** An entry for each, once. */
function entriesOf(topics: readonly Topic[], state: State): PaletteEntry[] {
  const channels = subscriptionsById(state);
  const byKey = new Map<string, PaletteEntry>();
  for (const { channelId, topic } of topics) {
    const key = topicKey(channelId, topic);
    if (byKey.has(key)) continue;
    const { name: channel = "", color = "currentColor" } = channels.get(channelId) ?? {};
    const name = topic === "" ? (state.realm_empty_topic_display_name ?? "") : topic;
    byKey.set(key, topicEntry({ channelId, topic }, name, channel, color));
  }
  return [...byKey.values()];
}
