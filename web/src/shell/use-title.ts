import { useEffect } from "react";
import { unreadOf } from "../replica/selectors/unread.ts";
import { useKnown } from "../view/use-store.ts";

/** Says in the window's title, and on the icon of the installed app, how much is unread. */
export function useTitle(): void {
  const name = useKnown((state) => state.realm_name ?? "");
  const choice = useKnown((state) => state.user_settings?.desktop_icon_count_display ?? counts.all);
  const count = useKnown((state) => countFor(choice, unreadOf(state)));
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${name}` : name;
    const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    // A browser may know the call and not allow it: the title says it anyway.
    badge?.catch(() => undefined);
  }, [count, name]);
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
