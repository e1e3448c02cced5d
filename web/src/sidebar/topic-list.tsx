import { Check } from "lucide-react";
import { useMemo, useState } from "react";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { bareTopic, isResolved, isTopicMuted, topicKey, visibilityOf } from "../replica/selectors/topics.ts";
import { unreadOf } from "../replica/selectors/unread.ts";
import type { KnownTopic } from "../replica/topics.ts";
import { Count } from "../ui/count.tsx";
import { useClient } from "../view/client-context.tsx";
import { PlaceLink } from "../view/place-link.tsx";
import { useNavigator } from "../view/use-place.tsx";
import { useKnown, useStore } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import styles from "./sidebar.module.css";

/** So many are shown before one asks for more; unread ones always. */
const SHOWN = 5;

/** The topics of a channel: unread ones first, then the recent ones. */
export function TopicList({ channelId }: { channelId: number }) {
  const { topics: known } = useClient();
  const topics = useStore(useMemo(() => known.of(channelId), [known, channelId]));
  const [showsAll, setShowsAll] = useState(false);
  const [wanted, setWanted] = useState("");
  const ordered = useOrdered(channelId, topics ?? []);
  const matching = wanted === "" ? ordered : ordered.filter(({ name }) => includes(name, wanted));
  const shown = showsAll ? matching : matching.filter(({ isFirst }, index) => isFirst || index < SHOWN);
  if (topics === null && shown.length === 0) return <p className={styles["hint"]}>{words.ui.loading}</p>;
  return (
    <div className={styles["topics"]}>
      {showsAll && ordered.length > SHOWN && (
        <input
          className={styles["filter"]}
          value={wanted}
          placeholder={words.sidebar.filterTopics}
          aria-label={words.sidebar.filterTopics}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      <ul>
        {shown.map(({ name }) => (
          <TopicItem key={name} channelId={channelId} topic={name} />
        ))}
        {shown.length < matching.length && (
          <li>
            <button type="button" className={`${styles["topic"]} ${styles["more"]}`} onClick={() => setShowsAll(true)}>
              {words.sidebar.moreTopics(matching.length - shown.length)}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

const includes = (name: string, wanted: string) => name.toLowerCase().includes(wanted.toLowerCase());

/** Those with something unread that is not muted, and where one is; then the others as they are. Muted ones last. */
function useOrdered(channelId: number, topics: readonly KnownTopic[]): readonly { name: string; isFirst: boolean }[] {
  const unread = useKnown(unreadOf);
  const { place } = useNavigator();
  const here = place?.kind === "topic" && place.channelId === channelId ? place.topic : null;
  return useMemo(() => {
    const listed = new Set(topics.map(({ name }) => topicKey(channelId, name)));
    const others = [...unread.topics.values()].filter(
      (one) => one.channelId === channelId && !listed.has(topicKey(channelId, one.topic)),
    );
    const all = [...topics.map(({ name }) => name), ...others.map(({ topic }) => topic)];
    const isHere = (name: string) => here !== null && topicKey(channelId, name) === topicKey(channelId, here);
    const rank = (name: string) => {
      const entry = unread.topics.get(topicKey(channelId, name));
      if (entry && !entry.isMuted) return 0;
      return isHere(name) ? 1 : 2;
    };
    const shown = here !== null && !all.some(isHere) ? [...all, here] : all;
    return shown
      .map((name) => ({ name, isFirst: rank(name) < 2, rank: rank(name) }))
      .toSorted((a, b) => a.rank - b.rank);
  }, [channelId, topics, unread, here]);
}

function TopicItem({ channelId, topic }: { channelId: number; topic: string }) {
  const unread = useKnown((state) => unreadOf(state).topics.get(topicKey(channelId, topic)));
  const isMuted = useKnown((state) => isTopicMuted(state, channelId, topic));
  const isFollowed = useKnown((state) => visibilityOf(state, channelId, topic) === visibilityPolicies.followed);
  const general = useKnown((state) => state.realm_empty_topic_display_name);
  const look = [styles["topic"], isMuted && styles["muted"], isResolved(topic) && styles["resolved"]];
  return (
    <li>
      <PlaceLink to={{ kind: "topic", channelId, topic, near: null }} className={look.filter(Boolean).join(" ")}>
        {isResolved(topic) && <Check size={13} aria-label={words.sidebar.resolved} />}
        <span className={`${styles["name"]} ${topic === "" ? styles["general"] : ""}`} dir="auto">
          {topic === "" ? general : bareTopic(topic)}
        </span>
        {isFollowed && <span className="unseen">{words.sidebar.followed}</span>}
        <Count count={unread?.count ?? 0} isStrong={(unread?.mentions ?? 0) > 0} />
      </PlaceLink>
    </li>
  );
}
