import { useState } from "react";
import { VList } from "virtua";
import type { User } from "@parlance/contract/entities/user.ts";
import { best } from "../../base/text/rank-matches.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { lastHere } from "../../client/replica/selectors/users/presence.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { FilterField } from "../../base/ui/forms/filter-field.tsx";
import { LineItem } from "../../base/ui/lists/item-list.tsx";
import { Quiet, Row } from "../../base/ui/page.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { late } from "../../base/ui/loading/lazy-component.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { Pills } from "../../base/ui/forms/pills.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ago } from "../../base/words/en/times.ts";
import styles from "../people/people.module.css";
import { UserActs } from "./user-acts.tsx";

const NewAccount = late(async () => (await import("./users/new-account-dialog.tsx")).NewAccount);

const collator = new Intl.Collator(undefined, { sensitivity: "base" });

const accounts = memo(["realm_users", "realm_non_active_users"], (state): readonly User[] =>
  [...peopleById(state).values()].toSorted((a, b) => collator.compare(a.full_name, b.full_name)),
);

type Shown = "active" | "bots" | "deactivated";

const isShown: Readonly<Record<Shown, (user: User) => boolean>> = {
  active: ({ is_active, is_bot }) => is_active && !is_bot,
  bots: ({ is_active, is_bot }) => is_active && is_bot,
  deactivated: ({ is_active }) => !is_active,
};

const FOUND = 500;

/** Everybody who has an account, and what administrators do with it. */
export function Users() {
  const all = useKnown(accounts);
  const [shown, setShown] = useState<Shown>("active");
  const [wanted, setWanted] = useState("");
  const those = all.filter(isShown[shown]);
  const found =
    wanted === ""
      ? those
      : best(those, ({ full_name, delivery_email, email }) => [full_name, delivery_email ?? email], wanted, FOUND);
  const options = (Object.keys(isShown) as Shown[]).map((value) => ({
    value,
    text: words.users.shown[value](all.filter(isShown[value]).length),
  }));
  return (
    <div className={styles["people"]}>
      <Pills label={words.users.which} options={options} value={shown} onChange={setShown} />
      <Row>
        <FilterField label={words.pages.filterPeople} value={wanted} onChange={setWanted} />
        <AddAccount />
      </Row>
      {found.length === 0 && <Quiet>{words.pages.noPerson}</Quiet>}
      <VList className={styles["list"] ?? ""} data={found}>
        {(user) => <UserLine key={user.user_id} user={user} />}
      </VList>
    </div>
  );
}

/** For administrators to whom the server's operators gave that right: others the server refuses. */
function AddAccount() {
  const show = useOverlays();
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  if (!isAdministrator) return null;
  return <Button onPress={() => show((close) => <NewAccount onClose={close} />)}>{words.users.add}</Button>;
}

function UserLine({ user }: { user: User }) {
  const { user_id, full_name, avatar_url, role, delivery_email, is_bot } = user;
  const now = useNow();
  const seen = useKnown((state) => lastHere(state, user_id));
  const note = [
    is_bot ? words.pages.bot : words.pages.roles[role],
    delivery_email ?? "",
    seen === null ? "" : words.pages.lastSeen(ago(seen, now)),
  ];
  return (
    <LineItem
      as="div"
      sign={<Avatar id={user_id} name={full_name} url={avatar_url} size={36} />}
      title={<PlaceLink to={{ kind: "page", path: ["organization", "users", String(user_id)] }}>{full_name}</PlaceLink>}
      note={note.filter((part) => part !== "").join(" · ")}
      end={<UserActs user={user} />}
    />
  );
}
