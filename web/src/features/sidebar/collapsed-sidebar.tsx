import { Inbox, PanelLeftOpen } from "lucide-react";
import { unreadSummary } from "../../client/replica/selectors/unread/unread.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";

/** The collapsed sidebar: a button that expands it, and a link to the inbox with the number of unread messages. */
export function CollapsedSidebar({ onShow }: { onShow: () => void }) {
  const { count, personal } = useClientState(unreadSummary);
  return (
    <nav className={styles["rail"]} aria-label={words.shell.conversations}>
      <IconButton label={words.sidebar.show} keys="q" onPress={onShow}>
        <PanelLeftOpen size={18} aria-hidden />
      </IconButton>
      <RouteLink
        to={{ kind: "page", path: ["inbox"] }}
        className={styles["railPlace"]}
        label={words.screens.inbox.title}
      >
        <Inbox size={18} aria-hidden />
        <UnreadBadge count={count} isStrong={personal > 0} />
      </RouteLink>
    </nav>
  );
}
