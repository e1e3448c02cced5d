import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { channelNameKey } from "../core/access/channel-access.ts";
import { FolderNameInUse, InvalidFolderId } from "./errors.ts";
import { listFolders } from "./queries.ts";

/**
 * Loads the organization's folders in their order, for a change of one of them. No other transaction changes any, or puts
 * a channel into one, until this one ends.
 */
export async function lockFolders(tx: Tx, realmId: number): Promise<ChannelFolder[]> {
  await lockRealm(tx, realmId);
  return listFolders(tx, realmId);
}

/** Refuses a name that one of these has, in whatever case; archived folders keep theirs. Throws FolderNameInUse. */
export function assertNameAvailable(name: string, others: readonly ChannelFolder[]): void {
  if (others.some((other) => channelNameKey(other.name) === channelNameKey(name))) throw new FolderNameInUse();
}

/**
 * Throws InvalidFolderId unless channels may be put into the folder: it is the organization's, and not archived. That stays
 * so for whoever has locked the organization.
 */
export async function assertFolderUsable(db: Reader, realmId: number, folderId: number): Promise<void> {
  const folder = await db
    .selectFrom("channel_folder")
    .select("id")
    .where("id", "=", folderId)
    .where("realm_id", "=", realmId)
    .where("is_archived", "=", false)
    .executeTakeFirst();
  if (!folder) throw new InvalidFolderId();
}
