import { Building2, ChevronDown, Hash, LogOut, Settings, UserPlus, UserRound, UsersRound } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { canInvite } from "../../client/replica/selectors/permissions.ts";
import { Menu, MenuItem, MenuSeparator } from "../../base/ui/overlays/menu.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";
import { useSignOut } from "./use-sign-out.ts";

/** Whose server this is, and the ways to its pages. */
export function OrganizationMenu({ name }: { name: string }) {
  const invites = useClientState(canInvite);
  const { go } = useNavigator();
  const signOut = useSignOut();
  const open = (...path: string[]) => go({ kind: "page", path });
  return (
    <header>
      <Menu button={<OrganizationMenuButton name={name} />} label={name}>
        <MenuItem icon={<Settings size={16} />} onAction={() => open("settings", "account")}>
          {words.sidebar.settings}
        </MenuItem>
        <MenuItem icon={<Building2 size={16} />} onAction={() => open("organization", "profile")}>
          {words.sidebar.organization}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Hash size={16} />} onAction={() => open("channels")}>
          {words.sidebar.allChannels}
        </MenuItem>
        <MenuItem icon={<UserRound size={16} />} onAction={() => open("people")}>
          {words.sidebar.people}
        </MenuItem>
        <MenuItem icon={<UsersRound size={16} />} onAction={() => open("groups")}>
          {words.groups.title}
        </MenuItem>
        {invites && (
          <MenuItem icon={<UserPlus size={16} />} onAction={() => open("organization", "invitations")}>
            {words.pages.inviteTitle}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<LogOut size={16} />} onAction={signOut}>
          {words.sidebar.signOut}
        </MenuItem>
      </Menu>
    </header>
  );
}

function OrganizationMenuButton({ name }: { name: string }) {
  const icon = useClientState((state) => (state.realm_icon_source === "U" ? state.realm_icon_url : undefined));
  return (
    <Button className={styles["organization"] ?? ""}>
      {icon === undefined ? (
        <span className={styles["mark"]} aria-hidden>
          {[...name][0]?.toLocaleUpperCase()}
        </span>
      ) : (
        <img className={styles["mark"]} src={icon} alt="" />
      )}
      <span className={styles["organizationName"]} dir="auto">
        {name}
      </span>
      <span className="unseen">{words.sidebar.menu}</span>
      <ChevronDown size={15} aria-hidden />
    </Button>
  );
}
