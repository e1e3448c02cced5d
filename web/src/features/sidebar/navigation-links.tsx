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
import type { Place } from "../../client/routes/route.ts";
import { unreadOf } from "../../client/replica/selectors/unread/unread.ts";
import { Count } from "../../base/ui/unread-badge.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";

/** The places that are not conversations. */
export function Places() {
  const { me } = useClient();
  const drafts = useKnown((state) => state.drafts.length);
  const scheduled = useKnown((state) => state.scheduled_messages?.length ?? 0);
  const reminders = useKnown((state) => state.reminders?.length ?? 0);
  return (
    <ul>
      <PlaceItem icon={Inbox} name={words.shell.inbox} to={{ kind: "inbox" }}>
        <AllUnread />
      </PlaceItem>
      <PlaceItem icon={Clock} name={words.shell.recent} to={{ kind: "recent" }} />
      <PlaceItem icon={Layers} name={words.shell.allMessages} to={{ kind: "all", near: null }} />
      <PlaceItem icon={AtSign} name={words.shell.mentions} to={{ kind: "mentions", near: null }}>
        <Mentions />
      </PlaceItem>
      <PlaceItem icon={Star} name={words.shell.starred} to={{ kind: "starred", near: null }} />
      <PlaceItem icon={PencilLine} name={words.shell.drafts} to={{ kind: "drafts" }}>
        <Quiet count={drafts} />
      </PlaceItem>
      <PlaceItem icon={SmilePlus} name={words.shell.reactions} to={{ kind: "reactions", userId: me, near: null }} />
      {reminders > 0 && (
        <PlaceItem icon={BellRing} name={words.shell.reminders} to={{ kind: "reminders" }}>
          <Quiet count={reminders} />
        </PlaceItem>
      )}
      {scheduled > 0 && (
        <PlaceItem icon={AlarmClock} name={words.shell.scheduled} to={{ kind: "scheduled" }}>
          <Quiet count={scheduled} />
        </PlaceItem>
      )}
    </ul>
  );
}

// Each by itself: with a message that comes, only numbers change.
const AllUnread = () => <Count count={useKnown((state) => unreadOf(state).count)} />;
const Mentions = () => <Count count={useKnown((state) => unreadOf(state).mentionIds.size)} isStrong />;

interface PlaceItemProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly to: Place;
  readonly children?: React.ReactNode;
}

const PlaceItem = ({ icon: Icon, name, to, children }: PlaceItemProps) => (
  <li>
    <PlaceLink to={to} className={styles["row"]}>
      <span className={styles["glyph"]}>
        <Icon size={16} aria-hidden />
      </span>
      <span className={styles["name"]}>{name}</span>
      {children}
    </PlaceLink>
  </li>
);

const Quiet = ({ count }: { count: number }) => (count === 0 ? null : <span className={styles["quiet"]}>{count}</span>);
