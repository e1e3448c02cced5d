import { conversationRoute } from "../../client/routes/route.ts";
import { peopleById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { messageExcerpt } from "../../client/replica/selectors/message-excerpt.ts";
import { topicWithoutResolvedMark, isResolved } from "../../client/replica/selectors/channels/topics.ts";
import { unreadSummary } from "../../client/replica/selectors/unread/unread.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { ChannelIcon } from "../../base/ui/channel-icon.tsx";
import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { exactly, shortly } from "../../base/words/en/times.ts";
import styles from "./recent.module.css";
import type { RecentConversation } from "./recent-conversations.ts";

/** Maximum number of senders whose avatars are shown. */
const MAX_AVATARS = 4;

/** A conversation in the list: its name, and its newest message with sender and time. */
export function RecentRow({ conversation }: { conversation: RecentConversation }) {
  const { key, to, newest, senders } = conversation;
  const people = useClientState(peopleById);
  const now = useNow();
  const isTwentyFour = useClientState((state) => state.user_settings?.twenty_four_hour_time ?? null);
  const unread = useClientState((state) =>
    to.kind === "topic" ? unreadSummary(state).topics.get(key) : unreadSummary(state).directs.get(key),
  );
  const moment = newest.timestamp * 1000;
  const isStrong = to.kind === "direct" || (unread?.mentions ?? 0) > 0;
  return (
    <li>
      <RouteLink to={conversationRoute(to)} className={`${styles["row"]} ${unread ? styles["fresh"] : ""}`} isRow>
        <span className={styles["faces"]}>
          {senders.slice(0, MAX_AVATARS).map((id) => (
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
              <TopicName channelId={to.channelId} topic={to.topic} />
            ) : (
              <DirectMessageName userIds={to.userIds} />
            )}
          </span>
          <span className={styles["snippet"]} dir="auto">
            <b dir="auto">{newest.sender_full_name}</b> {messageExcerpt(newest)}
          </span>
        </span>
        <span className={styles["end"]}>
          <time dateTime={new Date(moment).toISOString()} title={exactly(moment)}>
            {shortly(moment, now, isTwentyFour)}
          </time>
          <UnreadBadge count={unread?.count ?? 0} isStrong={isStrong} />
        </span>
      </RouteLink>
    </li>
  );
}

function TopicName({ channelId, topic }: { channelId: number; topic: string }) {
  const channel = useClientState((state) => subscriptionsById(state).get(channelId));
  const general = useClientState((state) => state.realm_empty_topic_display_name);
  return (
    <>
      <ChannelIcon colour={channel?.color ?? "currentColor"} isPrivate={channel?.invite_only ?? false} />
      <span className={styles["channel"]} dir="auto">
        {channel?.name ?? words.conversation.unknownChannel}
      </span>
      <span aria-hidden>{words.messageList.within}</span>
      <strong dir="auto">
        {topic === "" ? <em>{general}</em> : `${isResolved(topic) ? "✔ " : ""}${topicWithoutResolvedMark(topic)}`}
      </strong>
    </>
  );
}

function DirectMessageName({ userIds }: { userIds: readonly number[] }) {
  const { me } = useClient();
  const people = useClientState(peopleById);
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  return <strong dir="auto">{userIds[0] === me ? words.sidebar.notes : names.join(", ")}</strong>;
}
