import { Building2, ChevronDown, Hash, LogOut, Settings, UserRound } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { signOut } from "../connection/sign-out.ts";
import { say } from "../ui/toasts.tsx";
import { useClient } from "../view/client-context.tsx";
import { Menu, MenuItem, MenuLine } from "../ui/menu.tsx";
import { useNavigator } from "../view/use-place.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import styles from "./sidebar.module.css";

/** Whose server this is, and the ways to its pages. */
export function Organization({ name }: { name: string }) {
  const icon = useKnown((state) => (state.realm_icon_source === "U" ? state.realm_icon_url : undefined));
  const client = useClient();
  const { go } = useNavigator();
  const leave = () => signOut(client).catch(() => say({ text: words.sidebar.notSignedOut, isProblem: true }));
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
        <MenuLine />
        <MenuItem icon={<LogOut size={16} />} onAction={() => void leave()}>
          {words.sidebar.signOut}
        </MenuItem>
      </Menu>
    </header>
  );
}
