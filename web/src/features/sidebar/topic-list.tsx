import { Check } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import {
  topicWithoutResolvedMark,
  isResolved,
  isTopicMuted,
  mutedTopics,
  topicKey,
  topicVisibility,
} from "../../client/replica/selectors/channels/topics.ts";
import { unreadSummary, unreadTopicsIn } from "../../client/replica/selectors/unread/unread.ts";
import type { KnownTopic } from "../../client/replica/channel-topics.ts";
import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState, useStore } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";

/** Number of topics that are shown at first. The one in view and unmuted ones with unread messages are always shown. */
const MAX_INITIAL_TOPICS = 5;
/** Number of topics that each click on "more" adds. */
const TOPICS_PER_PAGE = 100;

/** The topics of a channel. Topics with unread messages come first, muted topics last. */
export function TopicList({ channelId }: { channelId: number }) {
  const { topics: known } = useClient();
  const topics = useStore(useMemo(() => known.topicsOf(channelId), [known, channelId]));
  const [count, setCount] = useState(MAX_INITIAL_TOPICS);
  const [wanted, setWanted] = useState("");
  const ordered = useOrdered(channelId, topics ?? []);
  const isLong = count > MAX_INITIAL_TOPICS;
  const matching = wanted === "" ? ordered : ordered.filter(({ name }) => includes(name, wanted));
  const shown = matching.filter(({ isFirst }, index) => isFirst || index < count);
  const fewer = () => {
    setCount(MAX_INITIAL_TOPICS);
    setWanted("");
  };
  if (topics === null && shown.length === 0) return <p className={styles["hint"]}>{words.ui.loading}</p>;
  return (
    <div className={styles["topics"]}>
      {isLong && <TopicFilter wanted={wanted} onWant={setWanted} onLeave={fewer} />}
      {matching.length === 0 && (
        <p className={styles["hint"]}>{wanted === "" ? words.sidebar.noTopicsYet : words.sidebar.noTopics}</p>
      )}
      <ul>
        {shown.map(({ name }) => (
          <TopicItem key={name} channelId={channelId} topic={name} />
        ))}
        {shown.length < matching.length && (
          <MoreItem onPress={() => setCount(count + TOPICS_PER_PAGE)}>
            {words.sidebar.moreTopics(matching.length - shown.length)}
          </MoreItem>
        )}
        {isLong && <MoreItem onPress={fewer}>{words.sidebar.fewerTopics}</MoreItem>}
      </ul>
    </div>
  );
}

const MoreItem = ({ onPress, children }: { onPress: () => void; children: string }) => (
  <li>
    <button type="button" data-more className={`${styles["topic"]} ${styles["more"]}`} onClick={onPress}>
      {children}
    </button>
  </li>
);

interface TopicFilterProps {
  readonly wanted: string;
  readonly onWant: (wanted: string) => void;
  readonly onLeave: () => void;
}

const TopicFilter = ({ wanted, onWant, onLeave }: TopicFilterProps) => (
  <input
    // The filter field is focused because a user who shows more topics is looking for a particular one.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus={matchMedia("(pointer: fine)").matches}
    className={styles["filter"]}
    value={wanted}
    placeholder={words.sidebar.filterTopics}
    aria-label={words.sidebar.filterTopics}
    onChange={({ target }) => onWant(target.value)}
    onKeyDown={(event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      onLeave();
    }}
  />
);

const includes = (name: string, wanted: string) => name.toLowerCase().includes(wanted.toLowerCase());

/**
 * Returns the topics in the order in which they are shown: first topics with unread messages that are not muted, then
 * the topic in view, then other topics, then topics that the user has muted individually. Otherwise, the given order is
 * preserved.
 */
function useOrdered(channelId: number, topics: readonly KnownTopic[]): readonly { name: string; isFirst: boolean }[] {
  const unread = useClientState((state) => unreadTopicsIn(state, channelId), isSameList);
  const { currentRoute: place } = useNavigator();
  const muted = useClientState(mutedTopics);
  const here = place.kind === "topic" && place.channelId === channelId ? place.topic : null;
  return useMemo(() => {
    const listed = new Set(topics.map(({ name }) => topicKey(channelId, name)));
    const byKey = new Map(unread.map((one) => [topicKey(channelId, one.topic), one]));
    const others = unread.filter(({ topic }) => !listed.has(topicKey(channelId, topic)));
    const all = [...topics.map(({ name }) => name), ...others.map(({ topic }) => topic)];
    const isHere = (name: string) => here !== null && topicKey(channelId, name) === topicKey(channelId, here);
    const rank = (name: string) => {
      const entry = byKey.get(topicKey(channelId, name));
      if (entry && !entry.isMuted) return 0;
      if (isHere(name)) return 1;
      return muted.has(topicKey(channelId, name)) ? 3 : 2;
    };
    const shown = here !== null && !all.some(isHere) ? [...all, here] : all;
    return shown
      .map((name) => ({ name, rank: rank(name) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map((one) => ({ name: one.name, isFirst: one.rank < 2 }));
  }, [channelId, topics, unread, muted, here]);
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

const TopicItem = memo(function TopicItem({ channelId, topic }: { channelId: number; topic: string }) {
  const unread = useClientState((state) => unreadSummary(state).topics.get(topicKey(channelId, topic)));
  const isMuted = useClientState((state) => isTopicMuted(state, channelId, topic));
  const isFollowed = useClientState(
    (state) => topicVisibility(state, channelId, topic) === visibilityPolicies.followed,
  );
  const general = useClientState((state) => state.realm_empty_topic_display_name);
  const look = [styles["topic"], isMuted && styles["muted"], isResolved(topic) && styles["resolved"]];
  return (
    <li>
      <RouteLink to={{ kind: "topic", channelId, topic, near: null }} className={look.filter(Boolean).join(" ")}>
        {isResolved(topic) && <Check size={13} aria-label={words.sidebar.resolved} />}
        <span className={`${styles["name"]} ${topic === "" ? styles["general"] : ""}`} dir="auto">
          {topic === "" ? general : topicWithoutResolvedMark(topic)}
        </span>
        {isFollowed && <span className="unseen">{words.sidebar.followed}</span>}
        <UnreadBadge count={unread?.count ?? 0} isStrong={(unread?.mentions ?? 0) > 0} />
      </RouteLink>
    </li>
  );
});
