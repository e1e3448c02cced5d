// Asks for what was kept as soon as it runs: it comes while the rest of the page's script is being read.
import { ReplicaStorage } from "./persisted-replica.ts";

/** Who is signed in, as the page itself says; null where it does not. */
function signedInUserId(): number | null {
  const id = Number(document.documentElement.dataset["person"]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const me = signedInUserId();
const storage = me === null ? null : new ReplicaStorage(me);

/** What keeps the replica of who is signed in, and what it had when the page was opened. Null where the page does not say who that is. */
export const preloadedReplica = { keeper: storage, kept: storage?.load() ?? Promise.resolve(null) };
