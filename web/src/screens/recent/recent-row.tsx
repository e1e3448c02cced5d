import { placeOf } from "../../client/routes/route.ts";
import { peopleById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { snippetOf } from "../../client/replica/selectors/message-excerpt.ts";
import { bareTopic, isResolved } from "../../client/replica/selectors/channels/topics.ts";
import { unreadOf } from "../../client/replica/selectors/unread/unread.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { ChannelMark } from "../../base/ui/channel-icon.tsx";
import { Count } from "../../base/ui/unread-badge.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly, shortly } from "../../base/words/en/times.ts";
import styles from "./recent.module.css";
import type { RecentConversation } from "./recent-conversations.ts";

/** So many faces show who wrote. */
const FACES = 4;

/** One conversation: what it is, what was said last and by whom, when. */
export function RecentRow({ conversation }: { conversation: RecentConversation }) {
  const { key, to, newest, senders } = conversation;
  const people = useKnown(peopleById);
  const now = useNow();
  const isTwentyFour = useKnown((state) => state.user_settings?.twenty_four_hour_time ?? null);
  const unread = useKnown((state) =>
    to.kind === "topic" ? unreadOf(state).topics.get(key) : unreadOf(state).directs.get(key),
  );
  const moment = newest.timestamp * 1000;
  const isStrong = to.kind === "direct" || (unread?.mentions ?? 0) > 0;
  return (
    <li>
      <PlaceLink to={placeOf(to)} className={`${styles["row"]} ${unread ? styles["fresh"] : ""}`} isRow>
        <span className={styles["faces"]}>
          {senders.slice(0, FACES).map((id) => (
            <Avatar
              key={id}
              id={id}
              name={people.get(id)?.full_name ?? ""}
              url={people.get(id)?.avatar_url}
              size={24}
            />
          ))}
        </span>
        <span className={styles["words"]}>
          <span className={styles["title"]}>
            {to.kind === "topic" ? (
              <TopicTitle channelId={to.channelId} topic={to.topic} />
            ) : (
              <DirectTitle userIds={to.userIds} />
            )}
          </span>
          <span className={styles["snippet"]} dir="auto">
            <b dir="auto">{newest.sender_full_name}</b> {snippetOf(newest)}
          </span>
        </span>
        <span className={styles["end"]}>
          <time dateTime={new Date(moment).toISOString()} title={exactly(moment)}>
            {shortly(moment, now, isTwentyFour)}
          </time>
          <Count count={unread?.count ?? 0} isStrong={isStrong} />
        </span>
      </PlaceLink>
    </li>
  );
}

function TopicTitle({ channelId, topic }: { channelId: number; topic: string }) {
  const channel = useKnown((state) => subscriptionsById(state).get(channelId));
  const general = useKnown((state) => state.realm_empty_topic_display_name);
  return (
    <>
      <ChannelMark colour={channel?.color ?? "currentColor"} isPrivate={channel?.invite_only ?? false} />
      <span className={styles["channel"]} dir="auto">
        {channel?.name ?? words.conversation.unknownChannel}
      </span>
      <span aria-hidden>{words.list.within}</span>
      <strong dir="auto">
        {topic === "" ? <em>{general}</em> : `${isResolved(topic) ? "✔ " : ""}${bareTopic(topic)}`}
      </strong>
    </>
  );
}

function DirectTitle({ userIds }: { userIds: readonly number[] }) {
  const { me } = useClient();
  const people = useKnown(peopleById);
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  return <strong dir="auto">{userIds[0] === me ? words.sidebar.notes : names.join(", ")}</strong>;
}
