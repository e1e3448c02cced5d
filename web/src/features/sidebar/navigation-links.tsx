import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { type ResolvedLink, useScreenLinks } from "../../hooks/screens/screens-context.tsx";
import type { ScreenCount } from "../../hooks/screens/screen.ts";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import styles from "./sidebar.module.css";

/** Links to the views that show more than one conversation, such as the inbox. */
export const NavigationLinks = () => (
  <ul>
    {useScreenLinks("views").map((link) => (
      <NavigationLink key={link.title} link={link} />
    ))}
  </ul>
);

function NavigationLink({ link }: { link: ResolvedLink }) {
  const { icon: Icon, title, route, isShown, count } = link;
  if (!useClientState(isShown)) return null;
  return (
    <li>
      <RouteLink to={route} className={styles["row"]}>
        <span className={styles["glyph"]}>
          <Icon size={16} aria-hidden />
        </span>
        <span className={styles["name"]}>{title}</span>
        {count && <LinkCount count={count} />}
      </RouteLink>
    </li>
  );
}

// The counts are separate components, so that a new message does not cause the links to be rendered again.
function LinkCount({ count: { of, style } }: { count: ScreenCount }) {
  const count = useClientState(of);
  if (style !== "plain") return <UnreadBadge count={count} isStrong={style === "mentions"} />;
  return count === 0 ? null : <span className={styles["quiet"]}>{count}</span>;
}
