import { batched } from "#kernel/batch-loader.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { directKey, findDirectRecipients } from "./direct-recipients.ts";

/** Conversations of one organization that are remembered. */
const MOST = 20_000;

/** Their recipients, by key: a conversation that there was once is there for ever. Forgotten with the directory. */
const known = new WeakMap<Directory, Map<string, number>>();

function knownIn(directory: Directory): Map<string, number> {
  const found = known.get(directory) ?? new Map<string, number>();
  known.set(directory, found);
  if (found.size >= MOST) found.clear();
  return found;
}

/** Finds the recipients of direct conversations of exactly these people, if anything was ever written there. */
export function conversationFinder({ db, directory }: { readonly db: Reader; readonly directory: Directory }) {
  const remembered = knownIn(directory);
  const lookUp = batched(async (keys: readonly string[]) => {
    const found = await findDirectRecipients(db, directory.realmId, keys);
    for (const [key, id] of found) remembered.set(key, id);
    return keys.map((key) => found.get(key) ?? null);
  });
  return async (userIds: readonly number[]): Promise<number | null> => {
    const key = directKey(userIds);
    return remembered.get(key) ?? lookUp(key);
  };
}
