import { AtSign, Eye, Bell, BellOff, CheckCheck, Ellipsis, type LucideIcon } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { MessagesRoute } from "../../client/routes/route.ts";
import { peopleById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import type { InboxChannel } from "../../client/replica/selectors/unread/inbox.ts";
import { messageExcerpt } from "../../client/replica/selectors/message-excerpt.ts";
import { topicWithoutResolvedMark } from "../../client/replica/selectors/channels/topics.ts";
import {
  directKey,
  type UnreadConversation,
  type UnreadDirect,
  type UnreadTopic,
} from "../../client/replica/selectors/unread/unread.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { ChannelIcon } from "../../base/ui/channel-icon.tsx";
import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { isTouch } from "../../base/ui/is-touch.ts";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useLongPress } from "../../hooks/interaction/use-long-press.ts";
import { useClientState, useStore } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./inbox.module.css";
import { visibilityPolicies, type VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { setTopicVisibility } from "../../client/actions/channels/set-topic-visibility.ts";
import { markReadWithUndo } from "../../features/messages/message/actions/mark-read-with-undo.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { unreadIdsInRoute } from "../../client/replica/selectors/unread/unread-ids.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Menu, MenuItem } from "../../base/ui/overlays/menu.tsx";

/** An action on a conversation in the inbox. */
interface EntryAction {
  readonly label: string;
  /** Keyboard shortcut. Works while the entry has the focus. */
  readonly keys: string;
  readonly Icon: LucideIcon;
  readonly run: () => void;
}

/** Returns the actions on a topic, apart from marking it as read. */
function useTopicActions(topic: UnreadTopic): readonly EntryAction[] {
  const client = useClient();
  const set = (policy: VisibilityPolicy) => void setTopicVisibility(client, topic, policy).then(checkOutcome);
  const follow = { label: words.inbox.follow, keys: "f", Icon: Eye, run: () => set(visibilityPolicies.followed) };
  const mute = topic.isMuted
    ? { label: words.inbox.unmute, keys: "m", Icon: Bell, run: () => set(visibilityPolicies.unmuted) }
    : { label: words.inbox.mute, keys: "m", Icon: BellOff, run: () => set(visibilityPolicies.muted) };
  return topic.isFollowed ? [mute] : [follow, mute];
}

/** Returns the action that marks all messages of a route as read. */
function useMarkReadAction(place: MessagesRoute): EntryAction {
  const client = useClient();
  const read = () => void markReadWithUndo(client, unreadIdsInRoute(client.state.get(), place));
  return { label: words.inbox.markRead, keys: "e", Icon: CheckCheck, run: read };
}

/** Buttons for the actions. Visible while the pointer is over the entry or the entry has the keyboard focus. */
const EntryActionBar = ({ acts }: { acts: readonly EntryAction[] }) => (
  <span className={styles["tools"]}>
    {acts.map(({ label, keys, Icon, run }) => (
      <IconButton key={label} label={label} keys={keys} data-key={keys} onPress={run}>
        <Icon size={16} aria-hidden />
      </IconButton>
    ))}
  </span>
);

interface EntryMenuProps {
  readonly actions: readonly EntryAction[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Menu with the actions, for touch devices. A long press on the entry opens it. */
const EntryMenu = ({ actions, ...open }: EntryMenuProps) => (
  <span className={styles["more"]}>
    <Menu
      {...open}
      label={words.inbox.more}
      button={
        <IconButton label={words.inbox.more}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      {actions.map(({ label, Icon, run }) => (
        <MenuItem key={label} icon={<Icon size={16} />} onAction={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  </span>
);

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
  const subscription = useClientState((state) => subscriptionsById(state).get(channelId));
  if (!subscription) return null;
  const { name, color, invite_only } = subscription;
  return (
    <section>
      <h2>
        <RouteLink to={{ kind: "channel", channelId, near: null }} className={styles["channel"]}>
          <ChannelIcon colour={color} isPrivate={invite_only} />
          <span dir="auto">{name}</span>
        </RouteLink>
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
  const people = useClientState(peopleById);
  const { userIds } = direct;
  const [first] = userIds;
  const one = first === undefined ? undefined : people.get(first);
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  return (
    <Entry route={{ kind: "direct", userIds, near: null }} unread={direct} isStrong showsSender={userIds.length > 1}>
      {one && <Avatar id={one.user_id} name={one.full_name} url={one.avatar_url} size={22} />}
      <span dir="auto">{first === me ? words.sidebar.notes : names.join(", ")}</span>
    </Entry>
  );
}

function TopicEntry({ topic: unread }: { topic: UnreadTopic }) {
  const { channelId, topic, isFollowed, mentions } = unread;
  const general = useClientState((state) => state.realm_empty_topic_display_name);
  const acts = useTopicActions(unread);
  return (
    <Entry
      route={{ kind: "topic", channelId, topic, near: null }}
      unread={unread}
      isStrong={mentions > 0}
      showsSender
      tags={isFollowed && <Eye size={15} aria-label={words.inbox.followed} className={styles["tag"]} />}
      actions={acts}
    >
      <span dir="auto">{topic === "" ? <em>{general}</em> : topicWithoutResolvedMark(topic)}</span>
      {mentions > 0 && <AtSign size={14} aria-label={words.screens.mentions.title} className={styles["tag"]} />}
    </Entry>
  );
}

interface EntryProps {
  readonly route: MessagesRoute;
  readonly unread: UnreadConversation;
  readonly isStrong: boolean;
  readonly showsSender: boolean;
  readonly tags?: ReactNode;
  /** Actions on the conversation, apart from marking it as read. */
  readonly actions?: readonly EntryAction[];
  /** Name of the conversation. */
  readonly children: ReactNode;
}

/** A conversation in the inbox: its name, its newest message with the sender, and the number of unread messages. */
function Entry({ route, unread, isStrong, showsSender, tags, actions = [], children }: EntryProps) {
  const { messages } = useClient();
  const newest = useStore(useMemo(() => messages.message(unread.newestId), [messages, unread.newestId]));
  const all = [...actions, useMarkReadAction(route)];
  const [isOpen, setOpen] = useState(false);
  const touch = useLongPress(() => setOpen(true));
  return (
    <li className={styles["entry"]} {...touch}>
      <RouteLink to={route} className={styles["link"]} isRow>
        <span className={styles["title"]}>{children}</span>
        {showsSender && (
          <span className={styles["who"]} dir="auto">
            {newest?.sender_full_name}
          </span>
        )}
        <span className={styles["snippet"]} dir="auto">
          {newest ? messageExcerpt(newest) : ""}
        </span>
        {tags}
        <UnreadBadge count={unread.count} isStrong={isStrong} />
      </RouteLink>
      {isTouch() ? <EntryMenu actions={all} isOpen={isOpen} onOpenChange={setOpen} /> : <EntryActionBar acts={all} />}
    </li>
  );
}
