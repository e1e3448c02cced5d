import { Plus } from "lucide-react";
import { memo, useState } from "react";
import type { User } from "@parlance/contract/entities/user.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { userPresence } from "../../client/replica/selectors/users/presence.ts";
import { directConversations } from "../../client/replica/selectors/channels/sidebar-conversations.ts";
import { directKey, unreadDirects } from "../../client/replica/selectors/unread/unread.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { SidebarSection } from "./sidebar-section.tsx";
import styles from "./sidebar.module.css";

/** Number of conversations that are shown at first. Those with unread messages and the one in view are always shown. */
const MAX_INITIAL_CONVERSATIONS = 8;

/** Direct message conversations. Those with the newest messages come first. */
export function DirectList() {
  const conversations = useClientState(directConversations);
  const unread = useClientState(unreadDirects);
  const [showsAll, setShowsAll] = useState(false);
  const { currentRoute: place } = useNavigator();
  const here = place.kind === "direct" ? directKey(place.userIds) : null;
  const isShown = (userIds: readonly number[], index: number) =>
    showsAll || index < MAX_INITIAL_CONVERSATIONS || unread.has(directKey(userIds)) || directKey(userIds) === here;
  const shown = conversations.filter(isShown);
  const total = [...unread.values()].reduce((sum, { count }) => sum + count, 0);
  return (
    <SidebarSection
      id="direct"
      title={words.sidebar.direct}
      summary={<UnreadBadge count={total} isStrong />}
      action={
        <RouteLink to={{ kind: "page", path: ["people"] }} className={styles["add"]} label={words.sidebar.newDirect}>
          <Plus size={15} aria-hidden />
        </RouteLink>
      }
    >
      <ul>
        {shown.map((userIds) => (
          <DirectItem key={directKey(userIds)} userIds={userIds} count={unread.get(directKey(userIds))?.count ?? 0} />
        ))}
        {(showsAll ? conversations.length > MAX_INITIAL_CONVERSATIONS : shown.length < conversations.length) && (
          <li>
            <button
              type="button"
              data-more
              className={`${styles["row"]} ${styles["more"]}`}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll
                ? words.sidebar.fewerConversations
                : words.sidebar.moreConversations(conversations.length - shown.length)}
            </button>
          </li>
        )}
      </ul>
    </SidebarSection>
  );
}

interface DirectItemProps {
  readonly userIds: readonly number[];
  readonly count: number;
}

const DirectItem = memo(function DirectItem({ userIds, count }: DirectItemProps) {
  const people = useClientState(peopleById);
  const { me } = useClient();
  const known = userIds.flatMap((id) => people.get(id) ?? []);
  const [one] = known;
  const name = userIds[0] === me ? words.sidebar.notes : conversationName(known, userIds.length);
  return (
    <li>
      <RouteLink
        to={{ kind: "direct", userIds, near: null }}
        className={`${styles["row"]} ${count > 0 ? styles["unread"] : ""}`}
      >
        {one && known.length === 1 ? <UserAvatar person={one} /> : <GroupAvatar people={known} />}
        <span className={styles["name"]} dir="auto">
          {name}
        </span>
        <UnreadBadge count={count} isStrong />
      </RouteLink>
    </li>
  );
});

function conversationName(people: readonly User[], count: number): string {
  const [one] = people;
  if (one && count === 1) return one.full_name;
  const firsts = people.map(({ full_name }) => full_name.split(/\s+/)[0] ?? full_name);
  return [...firsts, ...(count > people.length ? [words.shell.unknownPerson] : [])].join(", ");
}

function UserAvatar({ person }: { person: User }) {
  const now = useNow();
  const presence = useClientState((state) => userPresence(state, person.user_id, now));
  const { user_id, full_name, avatar_url } = person;
  return <Avatar id={user_id} name={full_name} url={avatar_url} size={22} presence={person.is_bot ? null : presence} />;
}

const GroupAvatar = ({ people }: { people: readonly User[] }) => (
  <span className={styles["pair"]}>
    {people.slice(0, 2).map(({ user_id, full_name, avatar_url }) => (
      <i key={user_id}>
        <Avatar id={user_id} name={full_name} url={avatar_url} size={15} />
      </i>
    ))}
  </span>
);
