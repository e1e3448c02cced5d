// Which conversation somebody looks at in any of the person's pages in this browser: nobody is told of what they see.
import { isMessagesPlace, narrowOf, type Place } from "../../client/routes/route.ts";
import { keyOf } from "../../client/routes/narrow.ts";

const PREFIX = "parlance looking";

/** What a page holds while its person looks at a conversation. */
const lockOf = (me: number, key: string): string => `${PREFIX} ${me} ${key}`;

let release: (() => void) | null = null;
let held: string | null = null;

/** Tells the other pages what this one shows; null: nothing that anybody looks at. */
export function lookAt(me: number, place: Place | null): void {
  const isSeen = document.visibilityState === "visible" && document.hasFocus();
  const wanted = isSeen && place && isMessagesPlace(place) ? lockOf(me, keyOf(narrowOf(place))) : null;
  if (wanted === held) return;
  release?.();
  release = null;
  held = wanted;
  if (wanted === null || !navigator.locks) return;
  void navigator.locks.request(
    wanted,
    { mode: "shared" },
    async () => new Promise<void>((done) => (held === wanted ? (release = done) : done())),
  );
}

/** Whether somebody looks at one of these places in some page. */
export async function isLookedAt(me: number, keys: readonly string[]): Promise<boolean> {
  const wanted = new Set(keys.map((key) => lockOf(me, key)));
  if (held !== null && wanted.has(held)) return true;
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name !== undefined && wanted.has(name)) ?? false;
}
