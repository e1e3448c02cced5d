import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { ChannelList } from "./channel-list.tsx";
import { DirectList } from "./direct-list.tsx";
import { Me } from "./me.tsx";
import { Organization } from "./organization.tsx";
import { Places } from "./places.tsx";
import styles from "./sidebar.module.css";

interface SidebarProps {
  /** Whether it is what the address names: on a phone the whole page. */
  readonly isPage: boolean;
  readonly onJump: () => void;
}

/** Everything that one can go to, and how much of it is unread. */
export function Sidebar({ isPage, onJump }: SidebarProps) {
  const name = useKnown((state) => state.realm_name ?? "");
  return (
    <nav className={styles["sidebar"]} aria-label={words.shell.conversations}>
      {isPage && <h1 className="unseen">{words.shell.conversations}</h1>}
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
