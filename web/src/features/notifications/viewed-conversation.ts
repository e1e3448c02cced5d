// Keeps track of the conversations that the user is viewing, in all pages of this browser. There are no notifications
// for messages that are in view.
import { isMessagesRoute, narrowOf, type Route } from "../../client/routes/route.ts";
import { narrowKey } from "../../client/routes/narrow.ts";

const LOCK_PREFIX = "parlance looking";

/** Returns the name of the lock that a page holds while the user views a conversation. */
const lockName = (me: number, key: string): string => `${LOCK_PREFIX} ${me} ${key}`;

let release: (() => void) | null = null;
let currentLock: string | null = null;

/**
 * Publishes to the other pages which message list the user views in this page. It is none if the page shows no message
 * list or does not have the focus.
 */
export function setViewedConversation(me: number, place: Route | null): void {
  const isSeen = document.visibilityState === "visible" && document.hasFocus();
  const wanted = isSeen && place && isMessagesRoute(place) ? lockName(me, narrowKey(narrowOf(place))) : null;
  if (wanted === currentLock) return;
  release?.();
  release = null;
  currentLock = wanted;
  if (wanted === null || !navigator.locks) return;
  void navigator.locks.request(
    wanted,
    { mode: "shared" },
    async () => new Promise<void>((done) => (currentLock === wanted ? (release = done) : done())),
  );
}

/** Returns true if the user is viewing one of these message lists in any page. */
export async function isConversationViewed(me: number, keys: readonly string[]): Promise<boolean> {
  const wanted = new Set(keys.map((key) => lockName(me, key)));
  if (currentLock !== null && wanted.has(currentLock)) return true;
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name !== undefined && wanted.has(name)) ?? false;
}
