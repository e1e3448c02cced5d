import { memo, useDeferredValue, type KeyboardEvent, useLayoutEffect, useState, type PointerEvent } from "react";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelList } from "./channel-list.tsx";
import { DirectList } from "./direct-list.tsx";
import { UserMenu } from "./user-menu.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";
import { NavigationLinks } from "./navigation-links.tsx";
import styles from "./sidebar.module.css";

import { usePersistedChoice } from "../../hooks/use-persisted-choice.ts";

/** Widths of the sidebar in pixels: minimum, default, maximum. */
const WIDTH_PX = { least: 200, usual: 272, largest: 480 } as const;
/** Width in pixels. If the user drags the edge below this width, the sidebar is hidden. */
const HIDE_THRESHOLD_PX = 120;

const clampWidth = (width: number): number => Math.min(Math.max(Math.round(width), WIDTH_PX.least), WIDTH_PX.largest);

/**
 * The edge of the sidebar. Dragging it, or pressing the arrow keys, changes the width of the sidebar. Enter hides the
 * sidebar.
 */
function ResizeHandle({ onHide }: { onHide: () => void }) {
  const [width, onWidth] = usePersistedChoice<number>("sidebar-width", WIDTH_PX.usual);
  useLayoutEffect(() => document.documentElement.style.setProperty("--sidebar", `${width}px`), [width]);
  const [isDragged, setDragged] = useState(false);
  const startDrag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const draw = ({ clientX }: PointerEvent) => {
    if (isDragged && clientX >= HIDE_THRESHOLD_PX) onWidth(clampWidth(clientX));
  };
  const letGo = ({ clientX }: PointerEvent) => {
    if (isDragged && clientX < HIDE_THRESHOLD_PX) onHide();
    setDragged(false);
  };
  const press = (event: KeyboardEvent) => {
    const next = widthAfter(event.key, width);
    if (event.key === "Enter") onHide();
    else if (next === undefined) return;
    else onWidth(clampWidth(next));
    event.preventDefault();
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={words.sidebar.width}
      aria-valuenow={width}
      aria-valuemin={WIDTH_PX.least}
      aria-valuemax={WIDTH_PX.largest}
      tabIndex={0}
      title={words.sidebar.widthHint}
      data-held={isDragged || undefined}
      className={styles["edge"]}
      onKeyDown={press}
      onPointerDown={startDrag}
      onPointerMove={draw}
      onPointerUp={letGo}
      onPointerCancel={() => setDragged(false)}
      onDoubleClick={() => onWidth(WIDTH_PX.usual)}
    />
  );
}

function widthAfter(key: string, width: number): number | undefined {
  if (key === "ArrowLeft") return width - 16;
  if (key === "ArrowRight") return width + 16;
  if (key === "Home") return WIDTH_PX.least;
  return key === "End" ? WIDTH_PX.largest : undefined;
}

const ROW_SELECTOR = "a[href], button[data-fold], button[data-more], h2 button";

/**
 * Handles the arrow keys in the sidebar. Up and down move from row to row; right expands and left collapses a section
 * or a channel.
 */
function handleRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || target.matches("input") || event.altKey || event.ctrlKey || event.metaKey)
    return;
  if (key === "ArrowRight" || key === "ArrowLeft") {
    const fold = target.closest("li, section")?.querySelector<HTMLElement>("[aria-expanded]");
    if (fold?.getAttribute("aria-expanded") !== String(key === "ArrowLeft")) return;
    fold.click();
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    const rows = [...currentTarget.querySelectorAll<HTMLElement>(ROW_SELECTOR)];
    const at = rows.indexOf(target);
    rows[at + (key === "ArrowDown" ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
}

interface SidebarProps {
  /** Whether the sidebar is a page in itself, as on phones, where it fills the screen. */
  readonly isPage: boolean;
  readonly onJump: () => void;
  /** Hides the sidebar. Null if the sidebar is a page in itself. */
  readonly onHide: (() => void) | null;
}

/** The sidebar: links to all views and conversations, with their unread counts. */
export const Sidebar = memo(function Sidebar({ isPage, onJump, onHide }: SidebarProps) {
  const name = useClientState((state) => state.realm_name ?? "");
  // If messages are shown next to the sidebar, the messages are rendered first and the lists of the sidebar immediately
  // afterwards.
  const hasLists = useDeferredValue(true, isPage);
  return (
    <nav className={styles["sidebar"]} aria-label={words.shell.conversations} {...(isPage ? { "data-whole": "" } : {})}>
      {isPage && <h1 className="unseen">{words.shell.conversations}</h1>}
      <OrganizationMenu name={name} />
      <button type="button" className={styles["jump"]} onClick={onJump}>
        {words.sidebar.jump}
        <kbd>{words.sidebar.jumpKeys}</kbd>
      </button>
      {/* The rows are links and buttons; the arrow keys are only an additional way to reach them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles["scroll"]} onKeyDown={handleRowKey}>
        <NavigationLinks />
        {hasLists && <DirectList />}
        {hasLists && <ChannelList />}
      </div>
      <UserMenu />
      {onHide && <ResizeHandle onHide={onHide} />}
    </nav>
  );
});
