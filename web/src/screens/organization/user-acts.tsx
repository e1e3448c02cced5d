import { Ellipsis, MessageSquare, Pencil, UserMinus, UserPlus } from "lucide-react";
import type { User } from "@parlance/contract/entities/user.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../base/ui/overlays/menu.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const DeactivateUser = late(async () => (await import("./users/deactivate-user-dialog.tsx")).DeactivateUser);

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
