import { UserPage } from "./user-page.tsx";

import { useState } from "react";
import { VList } from "virtua";
import type { User } from "@parlance/contract/entities/user.ts";
import { bestMatches } from "../../../base/text/rank-matches.ts";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../../client/replica/selectors/memo.ts";
import { lastActiveAt } from "../../../client/replica/selectors/users/presence.ts";
import { Avatar } from "../../../base/ui/avatar.tsx";
import { FilterField } from "../../../base/ui/forms/filter-field.tsx";
import { ItemRow } from "../../../base/ui/lists/item-list.tsx";
import { SecondaryText, Row } from "../../../base/ui/page.tsx";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";
import { useOpenOverlay } from "../../../hooks/context/overlay-context.tsx";
import { Pills } from "../../../base/ui/forms/pills.tsx";
import { RouteLink } from "../../../hooks/navigation/route-link.tsx";
import { useNow } from "../../../hooks/use-now.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { ago } from "../../../base/words/en/times.ts";
import styles from "../../people/people.module.css";
import { Ellipsis, MessageSquare, Pencil, UserMinus, UserPlus } from "lucide-react";
import { Menu, MenuItem, MenuSeparator } from "../../../base/ui/overlays/menu.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useNavigator } from "../../../hooks/navigation/navigator.tsx";
import { useAction } from "../../../hooks/use-action.ts";

const DeactivateUserDialog = lazyComponent(
  async () => (await import("./deactivate-user-dialog.tsx")).DeactivateUserDialog,
);

/** Menu with the actions on an account. */
function UserActions({ user }: { user: User }) {
  const { me } = useClient();
  const { act } = useAction();
  const { go } = useNavigator();
  const show = useOpenOverlay();
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const { user_id: id, full_name, is_active } = user;
  const reactivate = () => act((call) => call("POST", `/users/${id}/reactivate`, {}));
  const button = (
    <IconButton label={words.users.acts(full_name)}>
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={words.users.acts(full_name)}>
      <MenuItem icon={<MessageSquare size={16} />} onAction={() => go({ kind: "direct", userIds: [id], near: null })}>
        {words.people.message}
      </MenuItem>
      {isAdministrator && (
        <MenuItem
          icon={<Pencil size={16} />}
          onAction={() => go({ kind: "page", path: ["organization", "users", String(id)] })}
        >
          {words.users.edit}
        </MenuItem>
      )}
      {isAdministrator && id !== me && <MenuSeparator />}
      {isAdministrator && id !== me && is_active && (
        <MenuItem
          icon={<UserMinus size={16} />}
          isDanger
          onAction={() => show((close) => <DeactivateUserDialog user={user} onClose={close} />)}
        >
          {words.users.deactivate}
        </MenuItem>
      )}
      {isAdministrator && !is_active && (
        <MenuItem icon={<UserPlus size={16} />} onAction={() => void reactivate()}>
          {words.users.reactivate}
        </MenuItem>
      )}
    </Menu>
  );
}

const NewAccountDialog = lazyComponent(async () => (await import("./new-account-dialog.tsx")).NewAccountDialog);

const collator = new Intl.Collator(undefined, { sensitivity: "base" });

const accounts = memo(["realm_users", "realm_non_active_users"], (state): readonly User[] =>
  [...peopleById(state).values()].toSorted((a, b) => collator.compare(a.full_name, b.full_name)),
);

type UserFilter = "active" | "bots" | "deactivated";

const userFilters: Readonly<Record<UserFilter, (user: User) => boolean>> = {
  active: ({ is_active, is_bot }) => is_active && !is_bot,
  bots: ({ is_active, is_bot }) => is_active && is_bot,
  deactivated: ({ is_active }) => !is_active,
};

const MAX_RESULTS = 500;

/** List of all accounts, with the actions that administrators can perform. */
function Users() {
  const all = useClientState(accounts);
  const [shown, setShown] = useState<UserFilter>("active");
  const [wanted, setWanted] = useState("");
  const those = all.filter(userFilters[shown]);
  const found =
    wanted === ""
      ? those
      : bestMatches(
          those,
          ({ full_name, delivery_email, email }) => [full_name, delivery_email ?? email],
          wanted,
          MAX_RESULTS,
        );
  const options = (Object.keys(userFilters) as UserFilter[]).map((value) => ({
    value,
    text: words.users.shown[value](all.filter(userFilters[value]).length),
  }));
  return (
    <div className={styles["people"]}>
      <Pills label={words.users.which} options={options} value={shown} onChange={setShown} />
      <Row>
        <FilterField label={words.pages.filterPeople} value={wanted} onChange={setWanted} />
        <AddAccount />
      </Row>
      {found.length === 0 && <SecondaryText>{words.pages.noPerson}</SecondaryText>}
      <VList className={styles["list"] ?? ""} data={found}>
        {(user) => <UserRow key={user.user_id} user={user} />}
      </VList>
    </div>
  );
}

/**
 * Button that creates an account. All administrators see it, but the server allows it only to those to whom the
 * operators have granted this right.
 */
function AddAccount() {
  const show = useOpenOverlay();
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  if (!isAdministrator) return null;
  return <Button onPress={() => show((close) => <NewAccountDialog onClose={close} />)}>{words.users.add}</Button>;
}

function UserRow({ user }: { user: User }) {
  const { user_id, full_name, avatar_url, role, delivery_email, is_bot } = user;
  const now = useNow();
  const seen = useClientState((state) => lastActiveAt(state, user_id));
  const note = [
    is_bot ? words.pages.bot : words.pages.roles[role],
    delivery_email ?? "",
    seen === null ? "" : words.pages.lastSeen(ago(seen, now)),
  ];
  return (
    <ItemRow
      as="div"
      icon={<Avatar id={user_id} name={full_name} url={avatar_url} size={36} />}
      title={<RouteLink to={{ kind: "page", path: ["organization", "users", String(user_id)] }}>{full_name}</RouteLink>}
      note={note.filter((part) => part !== "").join(" · ")}
      end={<UserActions user={user} />}
    />
  );
}

/** List of all accounts. If an id is given, the page of that account. */
export const UsersPage = ({ id }: { id: string | undefined }) =>
  id === undefined ? <Users /> : <UserPage userId={Number(id)} />;
