import { useState } from "react";
import { VList } from "virtua";
import type { User } from "@parlance/contract/entities/user.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { canInvite } from "../../client/replica/selectors/permissions.ts";
import { userPresence } from "../../client/replica/selectors/users/presence.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { FilterField } from "../../base/ui/forms/filter-field.tsx";
import { ItemRow } from "../../base/ui/lists/item-list.tsx";
import { SecondaryText, Row } from "../../base/ui/page.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./people.module.css";

const collator = new Intl.Collator(undefined, { sensitivity: "base" });

const allUsers = memo(["realm_users", "realm_non_active_users", "cross_realm_bots"], (state): readonly User[] =>
  [...peopleById(state).values()]
    .filter(({ is_active }) => is_active)
    .toSorted((a, b) => Number(a.is_bot) - Number(b.is_bot) || collator.compare(a.full_name, b.full_name)),
);

/** Maximum number of search results. */
const MAX_RESULTS = 200;

/** List of all active users and bots in the organization. */
export function People() {
  const people = useClientState(allUsers);
  const invites = useClientState(canInvite);
  const { go } = useNavigator();
  const [wanted, setWanted] = useState("");
  const found =
    wanted === "" ? people : bestMatches(people, ({ full_name, email }) => [full_name, email], wanted, MAX_RESULTS);
  return (
    <>
      <ScreenHeader title={words.screens.people.title} />
      <div className={styles["people"]}>
        <Row>
          <FilterField label={words.pages.filterPeople} value={wanted} onChange={setWanted} />
          {invites && (
            <Button variant="primary" onPress={() => go({ kind: "page", path: ["organization", "invitations"] })}>
              {words.screens.invite.title}
            </Button>
          )}
        </Row>
        {found.length === 0 && <SecondaryText>{words.pages.noPerson}</SecondaryText>}
        <VList className={styles["list"] ?? ""} data={found}>
          {(person) => <PersonRow key={person.user_id} person={person} />}
        </VList>
      </div>
    </>
  );
}

function PersonRow({ person }: { person: User }) {
  const { go } = useNavigator();
  const now = useNow();
  const { user_id, full_name, avatar_url, is_bot, role, delivery_email } = person;
  const presence = useClientState((state) => (is_bot ? null : userPresence(state, user_id, now)));
  const status = useClientState((state) => state.user_status?.[user_id]?.status_text);
  const note = [is_bot ? words.pages.bot : words.pages.roles[role], status, delivery_email].filter(Boolean).join(" · ");
  return (
    <ItemRow
      as="div"
      icon={<Avatar id={user_id} name={full_name} url={avatar_url} size={36} presence={presence} />}
      title={<RouteLink to={{ kind: "page", path: ["user", String(user_id)] }}>{full_name}</RouteLink>}
      note={note}
      end={
        <Button onPress={() => go({ kind: "direct", userIds: [user_id], near: null })}>{words.pages.message}</Button>
      }
    />
  );
}
