import { AtSign, Eye } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { MessagesPlace } from "../../client/routes/route.ts";
import { peopleById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import type { InboxChannel } from "../../client/replica/selectors/unread/inbox.ts";
import { snippetOf } from "../../client/replica/selectors/message-excerpt.ts";
import { bareTopic } from "../../client/replica/selectors/channels/topics.ts";
import {
  directKey,
  type UnreadConversation,
  type UnreadDirect,
  type UnreadTopic,
} from "../../client/replica/selectors/unread/unread.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { ChannelMark } from "../../base/ui/channel-icon.tsx";
import { Count } from "../../base/ui/unread-badge.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { isTouch } from "../../base/ui/is-touch.ts";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useLongPress } from "../../hooks/interaction/use-long-press.ts";
import { useKnown, useStore } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { type EntryAct, EntryMenu, EntryTools, useReadAct, useTopicActs } from "./entry-acts.tsx";
import styles from "./inbox.module.css";

export const DirectEntries = ({ directs }: { directs: readonly UnreadDirect[] }) => (
  <section>
    <h2>{words.inbox.direct}</h2>
    <ul>
      {directs.map((direct) => (
        <DirectEntry key={directKey(direct.userIds)} direct={direct} />
      ))}
    </ul>
  </section>
);

export function ChannelEntries({ channel }: { channel: InboxChannel }) {
  const { channelId, folder, topics } = channel;
  const subscription = useKnown((state) => subscriptionsById(state).get(channelId));
  if (!subscription) return null;
  const { name, color, invite_only } = subscription;
  return (
    <section>
      <h2>
        <PlaceLink to={{ kind: "channel", channelId, near: null }} className={styles["channel"]}>
          <ChannelMark colour={color} isPrivate={invite_only} />
          <span dir="auto">{name}</span>
        </PlaceLink>
        {folder !== null && <small>{folder}</small>}
      </h2>
      <ul>
        {topics.map((topic) => (
          <TopicEntry key={topic.topic} topic={topic} />
        ))}
      </ul>
    </section>
  );
}

function DirectEntry({ direct }: { direct: UnreadDirect }) {
  const { me } = useClient();
  const people = useKnown(peopleById);
  const { userIds } = direct;
  const [first] = userIds;
  const one = first === undefined ? undefined : people.get(first);
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  return (
    <Entry place={{ kind: "direct", userIds, near: null }} unread={direct} isStrong showsSender={userIds.length > 1}>
      {one && <Avatar id={one.user_id} name={one.full_name} url={one.avatar_url} size={22} />}
      <span dir="auto">{first === me ? words.sidebar.notes : names.join(", ")}</span>
    </Entry>
  );
}

function TopicEntry({ topic: unread }: { topic: UnreadTopic }) {
  const { channelId, topic, isFollowed, mentions } = unread;
  const general = useKnown((state) => state.realm_empty_topic_display_name);
  const acts = useTopicActs(unread);
  return (
    <Entry
      place={{ kind: "topic", channelId, topic, near: null }}
      unread={unread}
      isStrong={mentions > 0}
      showsSender
      tags={isFollowed && <Eye size={15} aria-label={words.inbox.followed} className={styles["tag"]} />}
      acts={acts}
    >
      <span dir="auto">{topic === "" ? <em>{general}</em> : bareTopic(topic)}</span>
      {mentions > 0 && <AtSign size={14} aria-label={words.shell.mentions} className={styles["tag"]} />}
    </Entry>
  );
}

interface EntryProps {
  readonly place: MessagesPlace;
  readonly unread: UnreadConversation;
  readonly isStrong: boolean;
  readonly showsSender: boolean;
  readonly tags?: ReactNode;
  /** What one does with it, besides reading it. */
  readonly acts?: readonly EntryAct[];
  /** What it is called. */
  readonly children: ReactNode;
}

/** One conversation: what it is, who wrote last and what, how much is unread. */
function Entry({ place, unread, isStrong, showsSender, tags, acts = [], children }: EntryProps) {
  const { messages } = useClient();
  const newest = useStore(useMemo(() => messages.message(unread.newestId), [messages, unread.newestId]));
  const all = [...acts, useReadAct(place)];
  const [isOpen, setOpen] = useState(false);
  const touch = useLongPress(() => setOpen(true));
  return (
    <li className={styles["entry"]} {...touch}>
      <PlaceLink to={place} className={styles["link"]} isRow>
        <span className={styles["title"]}>{children}</span>
        {showsSender && (
          <span className={styles["who"]} dir="auto">
            {newest?.sender_full_name}
          </span>
        )}
        <span className={styles["snippet"]} dir="auto">
          {newest ? snippetOf(newest) : ""}
        </span>
        {tags}
        <Count count={unread.count} isStrong={isStrong} />
      </PlaceLink>
      {isTouch() ? <EntryMenu acts={all} isOpen={isOpen} onOpenChange={setOpen} /> : <EntryTools acts={all} />}
    </li>
  );
}
