import { createBatchLoader } from "@parlance/kernel/base/batch-loader.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { directKey, findDirectRecipients } from "./direct-recipients.ts";

/** Number of cached conversations at which an organization's cache is cleared. */
const MAX_CACHED_CONVERSATIONS = 20_000;

/**
 * Cache of the recipient ids of direct message conversations, by organization snapshot and the conversation's key.
 * Entries cannot become stale, because conversations are never deleted.
 */
const cache = new WeakMap<OrganizationSnapshot, Map<string, number>>();

function conversationCacheOf(snapshot: OrganizationSnapshot): Map<string, number> {
  const found = cache.get(snapshot) ?? new Map<string, number>();
  cache.set(snapshot, found);
  if (found.size >= MAX_CACHED_CONVERSATIONS) found.clear();
  return found;
}

/**
 * Creates a function that finds the recipient id of the direct message conversation between exactly the given users.
 * Its result is null if the conversation does not exist.
 */
export function createDirectRecipientFinder({
  db,
  snapshot,
}: {
  readonly db: Reader;
  readonly snapshot: OrganizationSnapshot;
}) {
  const remembered = conversationCacheOf(snapshot);
  const lookUp = createBatchLoader(async (keys: readonly string[]) => {
    const found = await findDirectRecipients(db, snapshot.realmId, keys);
    for (const [key, id] of found) remembered.set(key, id);
    return keys.map((key) => found.get(key) ?? null);
  });
  return async (userIds: readonly number[]): Promise<number | null> => {
    const key = directKey(userIds);
    return remembered.get(key) ?? lookUp(key);
  };
}
