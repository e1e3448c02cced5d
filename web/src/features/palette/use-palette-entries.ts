import { useEffect, useMemo, useState } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Client } from "../../client/connection/client.ts";
import { combined } from "../../client/stores/combine-stores.ts";
import { subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { directConversations } from "../../client/replica/selectors/channels/sidebar-conversations.ts";
import { topicKey } from "../../client/replica/selectors/channels/topics.ts";
import { unreadOf } from "../../client/replica/selectors/unread/unread.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown, useStore } from "../../hooks/use-store.ts";
import { actionEntries, type FrameActs } from "./palette-actions.tsx";
import { channelsNamed, fixedEntries, groupEntry, type PaletteEntry, topicEntry } from "./palette-entries.ts";

/**
 * What one has talked about last comes first: unread topics, those of the channel in view, the newest; then everything else. The
 * topics of channels that are named are looked for as well.
 */
export function useEntries(wanted: string, frame: FrameActs): readonly PaletteEntry[] {
  const client = useClient();
  const show = useOverlays();
  const { shown } = useNavigator();
  const fixed = useKnown(fixedEntries);
  const state = useStore(client.state);
  const channelId = "channelId" in shown ? shown.channelId : null;
  const named = useKnown((known) => channelsNamed(known, wanted), isSameList);
  const searched = useTopicsOf(useMemo(() => (channelId === null ? named : [channelId, ...named]), [channelId, named]));
  const newest = useStore(client.messages.window(EVERYWHERE)).ids;
  useEffect(() => client.messages.open(EVERYWHERE, "newest"), [client]);
  const topics = useMemo(
    () => entriesOf([...unreadTopics(state), ...searched, ...topicsOf(newest, client)], state),
    [state, searched, newest, client],
  );
  // What the actions are called depends on how things stand when the palette opens.
  const [actions] = useState(() => actionEntries(client, show, frame));
  // Topics come and go while one writes; the many others do not.
  const others = useMemo(() => [...othersOf(client, fixed), ...actions], [client, fixed, actions]);
  return useMemo(() => [...topics, ...others], [topics, others]);
}

/** Everything but topics: people whom one talks to first, groups of them last. */
function othersOf({ state, me }: Client, fixed: readonly PaletteEntry[]): PaletteEntry[] {
  const directs = directConversations(state.get());
  const talkedTo = new Set(directs.filter((ids) => ids.length === 1).map(([id]) => id));
  const groups = directs.filter((ids) => ids.length > 1).map((ids) => groupEntry(state.get(), ids));
  const isTalkedTo = ({ personId }: PaletteEntry) => personId !== undefined && talkedTo.has(personId);
  const others = fixed.filter(({ personId }) => personId !== me);
  return [...others.filter(isTalkedTo), ...others.filter((one) => !isTalkedTo(one)), ...groups];
}

const isSameList = (a: readonly number[], b: readonly number[]) => a.join() === b.join();

/** So many topics of each channel at most: the newest. */
const TOPICS = 2_000;

/** The topics of channels, as they come. */
function useTopicsOf(channelIds: readonly number[]): readonly Topic[] {
  const { topics } = useClient();
  const ids = useMemo(() => [...new Set(channelIds)], [channelIds]);
  const known = useStore(useMemo(() => combined(ids.map((id) => topics.of(id))), [topics, ids]));
  return useMemo(
    () =>
      known.flatMap((all, index) =>
        (all ?? []).slice(0, TOPICS).map(({ name }) => ({ channelId: ids[index] ?? 0, topic: name })),
      ),
    [known, ids],
  );
}

/** A topic by its channel and its name. */
interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

const EVERYWHERE = [] as const;

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
