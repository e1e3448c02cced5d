// Which conversation somebody looks at in any of the person's pages in this browser: nobody is told of what they see.
import { isMessagesRoute, narrowOf, type Route } from "../../client/routes/route.ts";
import { narrowKey } from "../../client/routes/narrow.ts";

const LOCK_PREFIX = "parlance looking";

/** What a page holds while its person looks at a conversation. */
const lockName = (me: number, key: string): string => `${LOCK_PREFIX} ${me} ${key}`;

let release: (() => void) | null = null;
let currentLock: string | null = null;

/** Tells the other pages what this one shows; null: nothing that anybody looks at. */
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

/** Whether somebody looks at one of these places in some page. */
export async function isConversationViewed(me: number, keys: readonly string[]): Promise<boolean> {
  const wanted = new Set(keys.map((key) => lockName(me, key)));
  if (currentLock !== null && wanted.has(currentLock)) return true;
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name !== undefined && wanted.has(name)) ?? false;
}
