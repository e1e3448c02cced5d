// Starts loading the persisted state as soon as this module runs, while the browser is still parsing the rest of the
// page's code.
import { ReplicaStorage } from "./persisted-replica.ts";

/**
 * Returns the id of the logged-in user, which the server writes into the page, or null if the page does not contain it.
 */
function signedInUserId(): number | null {
  const id = Number(document.documentElement.dataset["person"]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const me = signedInUserId();
const storage = me === null ? null : new ReplicaStorage(me);

/**
 * The storage for the logged-in user's state, and the state that was stored when the page was opened. If the page does
 * not contain the user's id, `storage` is null and `persisted` resolves to null.
 */
export const preloadedReplica = { storage, persisted: storage?.load() ?? Promise.resolve(null) };
