import { Building2, ChevronDown, Hash, LogOut, Settings, UserRound, UsersRound } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuLine } from "../ui/menu.tsx";
import { useNavigator } from "../view/use-place.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import styles from "./sidebar.module.css";

/** Whose server this is, and the ways to its pages. */
export function Organization({ name }: { name: string }) {
  const icon = useKnown((state) => (state.realm_icon_source === "U" ? state.realm_icon_url : undefined));
  const { go } = useNavigator();
  const open = (...path: string[]) => go({ kind: "page", path });
  const button = (
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
  return (
    <header>
      <Menu button={button} label={name}>
        <MenuItem icon={<Settings size={16} />} onAction={() => open("settings", "account")}>
          {words.sidebar.settings}
        </MenuItem>
        <MenuItem icon={<Building2 size={16} />} onAction={() => open("organization", "profile")}>
          {words.sidebar.organization}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Hash size={16} />} onAction={() => open("channels")}>
          {words.sidebar.allChannels}
        </MenuItem>
        <MenuItem icon={<UserRound size={16} />} onAction={() => open("people")}>
          {words.sidebar.people}
        </MenuItem>
        <MenuItem icon={<UsersRound size={16} />} onAction={() => open("groups")}>
          {words.sidebar.groups}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<LogOut size={16} />} onAction={() => location.assign("/welcome")}>
          {words.sidebar.signOut}
        </MenuItem>
      </Menu>
    </header>
  );
}
