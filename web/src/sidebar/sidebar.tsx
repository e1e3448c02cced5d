import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { ChannelList } from "./channel-list.tsx";
import { DirectList } from "./direct-list.tsx";
import { Me } from "./me.tsx";
import { Organization } from "./organization.tsx";
import { Places } from "./places.tsx";
import styles from "./sidebar.module.css";

interface SidebarProps {
  readonly onJump: () => void;
}

/** Everything that one can go to, and how much of it is unread. */
export function Sidebar({ onJump }: SidebarProps) {
  const name = useKnown((state) => state.realm_name ?? "");
  return (
    <nav className={styles["sidebar"]} aria-label={words.shell.conversations}>
      <Organization name={name} />
      <button type="button" className={styles["jump"]} onClick={onJump}>
        {words.sidebar.jump}
        <kbd>{words.sidebar.jumpKeys}</kbd>
      </button>
      <div className={styles["scroll"]}>
        <Places />
        <DirectList />
        <ChannelList />
      </div>
      <Me />
    </nav>
  );
}
