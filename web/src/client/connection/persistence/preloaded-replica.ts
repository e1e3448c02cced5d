// Starts to load the persisted replica as soon as this module runs, while the rest of the page's script is still being
// parsed.
import { ReplicaStorage } from "./persisted-replica.ts";

/** Returns the id of the user who is logged in, as given in the page, or null if it is not given. */
function signedInUserId(): number | null {
  const id = Number(document.documentElement.dataset["person"]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const me = signedInUserId();
const storage = me === null ? null : new ReplicaStorage(me);

/**
 * The storage of the logged-in user's replica, and its content when the page was opened. Null if the page does not name
 * the user.
 */
export const preloadedReplica = { keeper: storage, kept: storage?.load() ?? Promise.resolve(null) };
