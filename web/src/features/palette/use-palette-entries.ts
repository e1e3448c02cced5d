import { useEffect, useMemo, useState } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Client } from "../../client/connection/client.ts";
import { combineStores } from "../../client/stores/combine-stores.ts";
import { subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { directConversations } from "../../client/replica/selectors/channels/sidebar-conversations.ts";
import { topicKey } from "../../client/replica/selectors/channels/topics.ts";
import { unreadSummary } from "../../client/replica/selectors/unread/unread.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState, useStore } from "../../hooks/use-store.ts";
import { actionEntries, type ShellActions } from "./palette-actions.tsx";
import {
  channelsMatching,
  groupEntry,
  type PaletteEntry,
  screenEntries,
  stateEntries,
  topicEntry,
} from "./palette-entries.ts";
import type { ScreenWithPages } from "../../hooks/screens/screen.ts";

/**
 * Returns all entries of the palette. Topics come first, in this order: unread topics, topics of the channel in view,
 * topics of channels that match the query, topics of the newest messages.
 */
export function usePaletteEntries(
  wanted: string,
  screens: readonly ScreenWithPages[],
  frame: ShellActions,
): readonly PaletteEntry[] {
  const client = useClient();
  const show = useOpenOverlay();
  const { currentRoute } = useNavigator();
  const { views, pages } = useMemo(() => screenEntries(screens, client.me), [screens, client]);
  const known = useClientState(stateEntries);
  const state = useStore(client.state);
  const channelId = "channelId" in currentRoute ? currentRoute.channelId : null;
  const named = useClientState((all) => channelsMatching(all, wanted), isSameList);
  const searched = useTopicsOf(useMemo(() => (channelId === null ? named : [channelId, ...named]), [channelId, named]));
  const newest = useStore(client.messages.window(ALL_MESSAGES)).ids;
  useEffect(() => client.messages.open(ALL_MESSAGES, "newest"), [client]);
  const topics = useMemo(
    () => topicEntries([...unreadTopics(state), ...searched, ...topicsOf(newest, client)], state),
    [state, searched, newest, client],
  );
  // Computed once, because the names of some actions depend on the state when the palette was opened.
  const [actions] = useState(() => actionEntries(client, show, frame));
  // Memoized separately from the topics: topics change while the user types, but these many entries do not.
  const others = useMemo(
    () => [...nonTopicEntries(client, [...views, ...known, ...pages]), ...actions],
    [client, views, known, pages, actions],
  );
  return useMemo(() => [...topics, ...others], [topics, others]);
}

/**
 * Returns all entries except topics and the user's own. Users with whom the user has exchanged direct messages come
 * first, group direct messages last.
 */
function nonTopicEntries({ state, me }: Client, fixed: readonly PaletteEntry[]): PaletteEntry[] {
  const directs = directConversations(state.get());
  const talkedTo = new Set(directs.filter((ids) => ids.length === 1).map(([id]) => id));
  const groups = directs.filter((ids) => ids.length > 1).map((ids) => groupEntry(state.get(), ids));
  const isTalkedTo = ({ personId }: PaletteEntry) => personId !== undefined && talkedTo.has(personId);
  const others = fixed.filter(({ personId }) => personId !== me);
  return [...others.filter(isTalkedTo), ...others.filter((one) => !isTalkedTo(one)), ...groups];
}

const isSameList = (a: readonly number[], b: readonly number[]) => a.join() === b.join();

/** Maximum number of topics per channel. The topics with the newest messages are used. */
const MAX_TOPICS_PER_CHANNEL = 2_000;

/** Returns the topics of the given channels. Topics are added as they are loaded. */
function useTopicsOf(channelIds: readonly number[]): readonly TopicReference[] {
  const { topics } = useClient();
  const ids = useMemo(() => [...new Set(channelIds)], [channelIds]);
  const known = useStore(useMemo(() => combineStores(ids.map((id) => topics.topicsOf(id))), [topics, ids]));
  return useMemo(
    () =>
      known.flatMap((all, index) =>
        (all ?? []).slice(0, MAX_TOPICS_PER_CHANNEL).map(({ name }) => ({ channelId: ids[index] ?? 0, topic: name })),
      ),
    [known, ids],
  );
}

/** A topic, identified by its channel and its name. */
interface TopicReference {
  readonly channelId: number;
  readonly topic: string;
}

const ALL_MESSAGES = [] as const;

const unreadTopics = (state: State): readonly TopicReference[] =>
  [...unreadSummary(state).topics.values()]
    .filter(({ isMuted }) => !isMuted)
    .toSorted((a, b) => b.newestId - a.newestId);

/** Returns the topics of the given messages. The topic of the newest message comes first. */
const topicsOf = (ids: readonly number[], { messages }: Client): readonly TopicReference[] =>
  ids.toReversed().flatMap((id) => {
    const message = messages.message(id).get();
    return message?.stream_id === undefined ? [] : [{ channelId: message.stream_id, topic: message.subject }];
  });

/** Display properties of a channel that the user has just left. */
const UNKNOWN_CHANNEL = { name: "", color: "currentColor", invite_only: false } as const;

/** Returns the entries of the given topics, without duplicates. */
function topicEntries(topics: readonly TopicReference[], state: State): PaletteEntry[] {
  const channels = subscriptionsById(state);
  const byKey = new Map<string, PaletteEntry>();
  for (const { channelId, topic } of topics) {
    const key = topicKey(channelId, topic);
    if (byKey.has(key)) continue;
    const channel = channels.get(channelId) ?? UNKNOWN_CHANNEL;
    const name = topic === "" ? (state.realm_empty_topic_display_name ?? "") : topic;
    byKey.set(key, topicEntry({ channelId, topic }, name, channel));
  }
  return [...byKey.values()];
}
