import { Bell, BellOff, CheckCheck, Ellipsis, Eye, type LucideIcon } from "lucide-react";
import { visibilityPolicies, type VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { setTopicVisibility } from "../../client/actions/channels/set-topic-visibility.ts";
import { readThese } from "../../features/messages/message/actions/mark-read-with-undo.ts";
import { told } from "../../hooks/check-outcome.ts";
import type { MessagesPlace } from "../../client/routes/route.ts";
import { unreadIdsOf } from "../../client/replica/selectors/unread/unread-ids.ts";
import type { UnreadTopic } from "../../client/replica/selectors/unread/unread.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Menu, MenuItem } from "../../base/ui/overlays/menu.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./inbox.module.css";

/** What one does with a conversation in the inbox. */
export interface EntryAct {
  readonly label: string;
  /** The key that does it, for who is at the entry. */
  readonly keys: string;
  readonly Icon: LucideIcon;
  readonly run: () => void;
}

/** What one does with a topic, besides reading it. */
export function useTopicActs(topic: UnreadTopic): readonly EntryAct[] {
  const client = useClient();
  const set = (policy: VisibilityPolicy) => void setTopicVisibility(client, topic, policy).then(told);
  const follow = { label: words.inbox.follow, keys: "f", Icon: Eye, run: () => set(visibilityPolicies.followed) };
  const mute = topic.isMuted
    ? { label: words.inbox.unmute, keys: "m", Icon: Bell, run: () => set(visibilityPolicies.unmuted) }
    : { label: words.inbox.mute, keys: "m", Icon: BellOff, run: () => set(visibilityPolicies.muted) };
  return topic.isFollowed ? [mute] : [follow, mute];
}

/** Counts all of it as read. */
export function useReadAct(place: MessagesPlace): EntryAct {
  const client = useClient();
  const read = () => void readThese(client, unreadIdsOf(client.state.get(), place));
  return { label: words.inbox.markRead, keys: "e", Icon: CheckCheck, run: read };
}

/** Beside the entry, for who points at it or comes to it by keys. */
export const EntryTools = ({ acts }: { acts: readonly EntryAct[] }) => (
  <span className={styles["tools"]}>
    {acts.map(({ label, keys, Icon, run }) => (
      <IconButton key={label} label={label} keys={keys} data-key={keys} onPress={run}>
        <Icon size={16} aria-hidden />
      </IconButton>
    ))}
  </span>
);

interface EntryMenuProps {
  readonly acts: readonly EntryAct[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The same for fingers: it opens where one rests on the entry. */
export const EntryMenu = ({ acts, ...open }: EntryMenuProps) => (
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
      {acts.map(({ label, Icon, run }) => (
        <MenuItem key={label} icon={<Icon size={16} />} onAction={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  </span>
);
