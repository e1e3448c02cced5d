import { useEffect, useRef } from "react";
import { unreadSummary } from "../client/replica/selectors/unread/unread.ts";
import { useClientStateWhileHidden } from "../hooks/use-store.ts";

// The title of the page and the icon of its tab, both with the number of unread messages.

const MAX_DISPLAYED_COUNT = 99;
const drawing =
  '<rect width="64" height="64" rx="17" fill="#20604f"/>' +
  '<path d="M22 48V16h13.5C43 16 48 20.6 48 27.4S43 38.800 35.500 38.800H29V48Zm7-15h5.600c3.800 0 6-2.100 6-5.600s-2.200-5.600-6-5.600H29Z" fill="#fff"/>';

/** Shows a count in the icon of the tab. The color is stronger if the count includes direct messages or mentions. */
function showFaviconCount(count: number, isPersonal: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link)
    link.href =
      count === 0
        ? "/favicon.svg"
        : faviconWith(count > MAX_DISPLAYED_COUNT ? `${MAX_DISPLAYED_COUNT}+` : String(count), isPersonal);
}

function faviconWith(text: string, isPersonal: boolean): string {
  const size = text.length === 1 ? 36 : 42 - 7 * text.length;
  const badge =
    `<circle cx="42" cy="42" r="22" fill="${isPersonal ? "#b3261e" : "#1f1d1a"}"/>` +
    `<text x="42" y="42" dy=".36em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#fff">${text}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${drawing}${badge}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Delay before the displayed count is updated, in milliseconds. New messages that are in view are marked as read within
 * this time and are never counted. This saves work, because updating the title and the icon takes the browser longer
 * than showing the message.
 */
const UPDATE_DELAY_MS = 600;

/**
 * Matches if the page is the window of the installed app, whose icon can show the count. In a normal tab, setting this
 * badge would take more time than the rest of the update.
 */
const standaloneQuery = matchMedia("(display-mode: standalone)");

function showCount(count: number, isPersonal: boolean, name: string): void {
  showFaviconCount(count, isPersonal);
  document.title = count > 0 ? `(${count}) ${name}` : name;
  if (!standaloneQuery.matches) return;
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  // Some browsers have this function but do not allow it to be called. The error is ignored, because the title shows
  // the count as well.
  badge?.catch(() => undefined);
}

/**
 * Shows the number of unread messages in the title of the window, in its icon, and in the icon of the installed app. It
 * is a separate component, so that a new count does not cause anything else to be rendered again.
 */
export function WindowTitle() {
  const name = useClientStateWhileHidden((state) => state.realm_name ?? "");
  const choice = useClientStateWhileHidden(
    (state) => state.user_settings?.desktop_icon_count_display ?? countChoices.all,
  );
  const count = useClientStateWhileHidden((state) => displayedCount(choice, unreadSummary(state)));
  const isPersonal = useClientStateWhileHidden((state) => unreadSummary(state).personal > 0);
  const notified = useRef({ count: -1, isPersonal: false, name: "" });
  useEffect(() => {
    const notify = () => {
      const { current } = notified;
      if (current.count === count && current.isPersonal === isPersonal && current.name === name) return;
      notified.current = { count, isPersonal, name };
      showCount(count, isPersonal, name);
    };
    // The first title is set without delay.
    const timer = setTimeout(notify, notified.current.name === "" ? 0 : UPDATE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [count, isPersonal, name]);
  return null;
}

/** The values of the setting `desktop_icon_count_display`. */
const countChoices = { all: 1, personalAndFollowed: 2, personal: 3, nothing: 4 } as const;

function displayedCount(choice: number, unread: ReturnType<typeof unreadSummary>): number {
  if (choice === countChoices.nothing) return 0;
  if (choice === countChoices.all) return unread.count;
  const followed = [...unread.topics.values()].reduce((sum, { isFollowed, count, mentions }) => {
    return isFollowed ? sum + count - mentions : sum;
  }, 0);
  return choice === countChoices.personal ? unread.personal : unread.personal + followed;
}
