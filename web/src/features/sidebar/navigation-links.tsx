import {
  AlarmClock,
  AtSign,
  BellRing,
  Clock,
  Inbox,
  Layers,
  type LucideIcon,
  PencilLine,
  SmilePlus,
  Star,
} from "lucide-react";
import type { Route } from "../../client/routes/route.ts";
import { unreadSummary } from "../../client/replica/selectors/unread/unread.ts";
import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";

/** The places that are not conversations. */
export function NavigationLinks() {
  const { me } = useClient();
  const drafts = useClientState((state) => state.drafts.length);
  const scheduled = useClientState((state) => state.scheduled_messages?.length ?? 0);
  const reminders = useClientState((state) => state.reminders?.length ?? 0);
  return (
    <ul>
      <NavigationLink icon={Inbox} name={words.shell.inbox} to={{ kind: "inbox" }}>
        <UnreadCount />
      </NavigationLink>
      <NavigationLink icon={Clock} name={words.shell.recent} to={{ kind: "recent" }} />
      <NavigationLink icon={Layers} name={words.shell.allMessages} to={{ kind: "all", near: null }} />
      <NavigationLink icon={AtSign} name={words.shell.mentions} to={{ kind: "mentions", near: null }}>
        <MentionCount />
      </NavigationLink>
      <NavigationLink icon={Star} name={words.shell.starred} to={{ kind: "starred", near: null }} />
      <NavigationLink icon={PencilLine} name={words.shell.drafts} to={{ kind: "drafts" }}>
        <SecondaryCount count={drafts} />
      </NavigationLink>
      <NavigationLink
        icon={SmilePlus}
        name={words.shell.reactions}
        to={{ kind: "reactions", userId: me, near: null }}
      />
      {reminders > 0 && (
        <NavigationLink icon={BellRing} name={words.shell.reminders} to={{ kind: "reminders" }}>
          <SecondaryCount count={reminders} />
        </NavigationLink>
      )}
      {scheduled > 0 && (
        <NavigationLink icon={AlarmClock} name={words.shell.scheduled} to={{ kind: "scheduled" }}>
          <SecondaryCount count={scheduled} />
        </NavigationLink>
      )}
    </ul>
  );
}

// Each by itself: with a message that comes, only numbers change.
const UnreadCount = () => <UnreadBadge count={useClientState((state) => unreadSummary(state).count)} />;
const MentionCount = () => (
  <UnreadBadge count={useClientState((state) => unreadSummary(state).mentionIds.size)} isStrong />
);

interface NavigationLinkProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly to: Route;
  readonly children?: React.ReactNode;
}

const NavigationLink = ({ icon: Icon, name, to, children }: NavigationLinkProps) => (
  <li>
    <RouteLink to={to} className={styles["row"]}>
      <span className={styles["glyph"]}>
        <Icon size={16} aria-hidden />
      </span>
      <span className={styles["name"]}>{name}</span>
      {children}
    </RouteLink>
  </li>
);

const SecondaryCount = ({ count }: { count: number }) =>
  count === 0 ? null : <span className={styles["quiet"]}>{count}</span>;
