import { Ellipsis, MessageSquare, Pencil, UserMinus, UserPlus } from "lucide-react";
import type { User } from "@parlance/contract/entities/user.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useOverlays } from "../../view/overlays.tsx";
import { useNavigator } from "../../view/use-place.tsx";
import { useKnown } from "../../view/use-store.ts";
import { useAct } from "../../view/use-act.ts";
import { words } from "../../words/index.ts";
import { late } from "../../ui/late-component.tsx";

const DeactivateUser = late(async () => (await import("./deactivate-user.tsx")).DeactivateUser);

/** What one does with an account. */
export function UserActs({ user }: { user: User }) {
  const { me } = useClient();
  const { act } = useAct();
  const { go } = useNavigator();
  const show = useOverlays();
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
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
      {isAdministrator && id !== me && <MenuLine />}
      {isAdministrator && id !== me && is_active && (
        <MenuItem
          icon={<UserMinus size={16} />}
          isDanger
          onAction={() => show((close) => <DeactivateUser user={user} onClose={close} />)}
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
