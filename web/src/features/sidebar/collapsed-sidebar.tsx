import { Inbox, PanelLeftOpen } from "lucide-react";
import { unreadOf } from "../../client/replica/selectors/unread/unread.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Count } from "../../base/ui/unread-badge.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";

/** What is left of the sidebar while it is hidden: the way to it, and how much is unread. */
export function Rail({ onShow }: { onShow: () => void }) {
  const { count, personal } = useKnown(unreadOf);
  return (
    <nav className={styles["rail"]} aria-label={words.shell.conversations}>
      <IconButton label={words.sidebar.show} keys="q" onPress={onShow}>
        <PanelLeftOpen size={18} aria-hidden />
      </IconButton>
      <PlaceLink to={{ kind: "inbox" }} className={styles["railPlace"]} label={words.shell.inbox}>
        <Inbox size={18} aria-hidden />
        <Count count={count} isStrong={personal > 0} />
      </PlaceLink>
    </nav>
  );
}
