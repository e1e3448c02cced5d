import { useEffect, useRef } from "react";
import { unreadOf } from "../client/replica/selectors/unread/unread.ts";
import { showInFavicon } from "./favicon.ts";
import { useKnownUnseen } from "../hooks/use-store.ts";

/** What comes in view is read after a moment, and then is not worth saying: both take the browser longer than showing the message. */
const PAUSE_MS = 600;

/** Whether the page is the window of the installed app, whose icon shows the number: in a tab, to ask for that is the dearest part. */
const isApp = matchMedia("(display-mode: standalone)");

function say(count: number, isPersonal: boolean, name: string): void {
  showInFavicon(count, isPersonal);
  document.title = count > 0 ? `(${count}) ${name}` : name;
  if (!isApp.matches) return;
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  // A browser may know the call and not allow it: the title says it anyway.
  badge?.catch(() => undefined);
}

/** Says in the window's title, in its icon, and on the icon of the installed app, how much is unread. By itself: nothing else is drawn anew. */
export function Title() {
  const name = useKnownUnseen((state) => state.realm_name ?? "");
  const choice = useKnownUnseen((state) => state.user_settings?.desktop_icon_count_display ?? counts.all);
  const count = useKnownUnseen((state) => countFor(choice, unreadOf(state)));
  const isPersonal = useKnownUnseen((state) => unreadOf(state).personal > 0);
  const told = useRef({ count: -1, isPersonal: false, name: "" });
  useEffect(() => {
    const tell = () => {
      const { current } = told;
      if (current.count === count && current.isPersonal === isPersonal && current.name === name) return;
      told.current = { count, isPersonal, name };
      say(count, isPersonal, name);
    };
    // At once where nothing has been said yet.
    const timer = setTimeout(tell, told.current.name === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count, isPersonal, name]);
  return null;
}

/** The values of the setting `desktop_icon_count_display`. */
const counts = { all: 1, personalAndFollowed: 2, personal: 3, nothing: 4 } as const;

function countFor(choice: number, unread: ReturnType<typeof unreadOf>): number {
  if (choice === counts.nothing) return 0;
  if (choice === counts.all) return unread.count;
  const followed = [...unread.topics.values()].reduce((sum, { isFollowed, count, mentions }) => {
    return isFollowed ? sum + count - mentions : sum;
  }, 0);
  return choice === counts.personal ? unread.personal : unread.personal + followed;
}
