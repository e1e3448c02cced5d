import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { channelNameKey } from "../core/access/channel-access.ts";
import { FolderNameInUse, InvalidFolderId } from "./errors.ts";
import { listFolders } from "./queries.ts";

/**
 * Loads the organization's folders in their order, and locks them until the end of the transaction. In the meantime, no
 * other transaction can change a folder or put a channel into one.
 */
export async function lockFolders(tx: Tx, realmId: number): Promise<ChannelFolder[]> {
  await lockRealm(tx, realmId);
  return listFolders(tx, realmId);
}

/**
 * Throws if one of the folders already has this name, in any capitalization. Archived folders count as well.
 * @throws FolderNameInUse
 */
export function assertNameAvailable(name: string, others: readonly ChannelFolder[]): void {
  if (others.some((other) => channelNameKey(other.name) === channelNameKey(name))) throw new FolderNameInUse();
}

/**
 * Throws unless the folder belongs to the organization and is not archived, so that channels can be put into it. While
 * the transaction has the organization locked, this cannot change.
 * @throws InvalidFolderId
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
