import { memo, useDeferredValue } from "react";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelList } from "./channel-list.tsx";
import { DirectList } from "./direct-list.tsx";
import { Me } from "./user-menu.tsx";
import { Organization } from "./organization-menu.tsx";
import { Places } from "./navigation-links.tsx";
import { onRowKey } from "./row-keys.ts";
import styles from "./sidebar.module.css";
import { Edge } from "./width.tsx";

interface SidebarProps {
  /** Whether it is what the address names: on a phone the whole page. */
  readonly isPage: boolean;
  readonly onJump: () => void;
  /** Takes it away, where there is something beside it; null: it is a whole page. */
  readonly onHide: (() => void) | null;
}

/** Everything that one can go to, and how much of it is unread. */
export const Sidebar = memo(function Sidebar({ isPage, onJump, onHide }: SidebarProps) {
  const name = useKnown((state) => state.realm_name ?? "");
  // Beside messages these come first, and the lists right after them.
  const hasLists = useDeferredValue(true, isPage);
  return (
    <nav className={styles["sidebar"]} aria-label={words.shell.conversations} {...(isPage ? { "data-whole": "" } : {})}>
      {isPage && <h1 className="unseen">{words.shell.conversations}</h1>}
      <Organization name={name} />
      <button type="button" className={styles["jump"]} onClick={onJump}>
        {words.sidebar.jump}
        <kbd>{words.sidebar.jumpKeys}</kbd>
      </button>
      {/* The rows themselves are links and buttons; arrows are one more way from one to the next. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles["scroll"]} onKeyDown={onRowKey}>
        <Places />
        {hasLists && <DirectList />}
        {hasLists && <ChannelList />}
      </div>
      <Me />
      {onHide && <Edge onHide={onHide} />}
    </nav>
  );
});
