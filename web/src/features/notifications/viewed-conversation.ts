// Tracks which conversations the user is viewing in any page of this browser, because there is no notification for a
// message in view.
import { isMessagesRoute, narrowOf, type Route } from "../../client/routes/route.ts";
import { narrowKey } from "../../client/routes/narrow.ts";

const LOCK_PREFIX = "parlance looking";

/** Name of the lock that a page holds while the user views a conversation. */
const lockName = (me: number, key: string): string => `${LOCK_PREFIX} ${me} ${key}`;

let release: (() => void) | null = null;
let currentLock: string | null = null;

/** Publishes to the other pages which conversation this page shows. Null if it shows none. */
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

/** Whether the user is viewing one of these lists in any page. */
export async function isConversationViewed(me: number, keys: readonly string[]): Promise<boolean> {
  const wanted = new Set(keys.map((key) => lockName(me, key)));
  if (currentLock !== null && wanted.has(currentLock)) return true;
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name !== undefined && wanted.has(name)) ?? false;
}
